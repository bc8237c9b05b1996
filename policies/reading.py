"""A text as words, whatever it was dressed up as: what `policies.wording` compares with its tables.

Compatibility forms (full width, mathematical, circled), look-alike letters of other scripts, accents, case,
invisible characters, apostrophes, line wraps and marks of emphasis make no difference. Words keep their order and
sentences their ends. Chinese, Japanese and Korean are read character by character, traditional characters as their
simplified forms.

All of it is linear in the length of the text: quantifiers are bounded, or have one way only to match.
Encodings are undone in `policies.disguise`, which also knows what a strange word stands for.

Not defended: pictures made of characters, letters that look alike only in one font.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass

__all__ = ["Reading", "folded", "read", "split", "uncovered", "without_invisible"]

_INVISIBLE: dict[int, None] = dict.fromkeys(
    code
    for first, last in (
        # Controls but tab, line ends and NEL; then everything that Unicode 15 calls format, ignorable or a surrogate.
        *((0x00, 0x08), (0x0B, 0x0C), (0x0E, 0x1F), (0x7F, 0x84), (0x86, 0x9F), (0xAD, 0xAD), (0x34F, 0x34F)),
        *((0x600, 0x605), (0x61C, 0x61C), (0x6DD, 0x6DD), (0x70F, 0x70F), (0x890, 0x891), (0x8E2, 0x8E2)),
        *((0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F), (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F)),
        *((0x2800, 0x2800), (0x3164, 0x3164), (0xD800, 0xDFFF), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0)),
        *((0xFFF0, 0xFFFB), (0x110BD, 0x110BD), (0x110CD, 0x110CD), (0x13430, 0x1343F), (0x1BCA0, 0x1BCA3)),
        *((0x1D173, 0x1D17A), (0xE0000, 0xE0FFF)),
    )
    for code in range(first, last + 1)
)
_ACCENTS: dict[int, None] = {
    code: None
    for start, end in ((0x300, 0x370), (0x1AB0, 0x1B00), (0x1DC0, 0x1E00), (0x20D0, 0x2100), (0xFE20, 0xFE30))
    for code in range(start, end)
}

# What stands first looks like what stands second; capitals on their own, as they look like other letters.
_LOOK_ALIKES = """
    АA ВB ЕE ЅS ІI ЈJ КK МM НH ОO РP СC ТT УY ХX ҮY ԚQ ԜW аa вb еe ѕs іi јj кk мm нh оo рp сc тt уy хx үy ԛq ԝw һh
    гr ԁd ӏl пn ьb ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX αa βb εe ηn ιi κk νv οo ρp τt υu χx ωw γy σo ϲc ϳj ՕO
    Սs հh ոn սu ցg օo ꓐB ꓑP ꓓD ꓔT ꓖG ꓗK ꓙJ ꓚC ꓜZ ꓝF ꓡL ꓢS ꓣR ꓦV ꓧH ꓪW ꓫX ꓬY ꓮA ꓰE ꓲI ꓳO ꓴU ᎪA ᏴB ᏟC ᎠD ᎬE ᎻH ᎥI ᎫJ
    ᏦK ᏞL ᎷM ᏢP ᏒR ᏚS ᎢT ᏙV ᎳW ᎩY ᏃZ ᴀa ʙb ᴄc ᴅd ᴇe ꜰf ɢg ʜh ɪi ᴊj ᴋk ʟl ᴍm ɴn ᴏo ᴘp ʀr ꜱs ᴛt ᴜu ᴠv ᴡw ʏy ᴢz ǫq ɑa
    ɡg ıi łl øo đd ħh ŧt ɩi ʋv ɛe ǝe ‘' ’' ‛' ʼ' ′' “" ”" „" «" »" 「" 」" 『" 』"
"""
_SIMPLIFIED = """
    訴诉 戶户 無无 視视 規规 則则 說说 問问 發发 傳传 給给 資资 訊讯 話话 錄录 號号 碼码 鑰钥 憑凭 證证 聽听 讓让
    們们 這这 條条 記记 憶忆 過过 總总 須须 隱隐 瞞瞒 從从 現现 後后 開开 當当 請请 時时 將将 對对 輸输 詢询 應应
    執执 網网 讀读 寫写 遠远 誰谁 與与 為为 裡里 個个 麼么 樣样 見见 閱阅 覽览 權权 許许 詞词 觸触 繞绕 檢检 歷历
    刪删 還还 獲获 嚴严 絕绝 強强 優优 騙骗 暫暂 認认 識识 處处 內内 務务 據据 數数 儲储 備备 啟启 終终 遵遵 級级
    變变 隨随 運运 進进 轉转 環环 鏈链 檔档
"""


def _table(pairs: str) -> dict[int, str]:
    return {ord(pair[0]): pair[1] for pair in pairs.split()}


_LOOKS = _table(_LOOK_ALIKES)
# Letters in circles, in squares and for flags, which have no compatibility form.
for _first, _letters in ((0x1F1E6, 26), (0x1F150, 26), (0x1F170, 26)):
    _LOOKS.update({_first + letter: chr(ord("a") + letter) for letter in range(_letters)})
_HAN = _table(_SIMPLIFIED)

_APOSTROPHES = (
    (re.compile(r"\b(?:can't|cannot)\b"), "can not"),
    (re.compile(r"\bwon't\b"), "will not"),
    (re.compile(r"n't\b"), " not"),
    (re.compile(r"'re\b"), " are"),
    (re.compile(r"'ll\b"), " will"),
    (re.compile(r"'ve\b"), " have"),
    (re.compile(r"'m\b"), " am"),
    (re.compile(r"'s\b|(?<=s)'(?=\s)"), ""),
)
_WITHOUT_APOSTROPHE = {
    f"{verb}nt": (verb, "not") for verb in "do does did is are was must should could would have has need might".split()
} | {"cant": ("can", "not"), "wont": ("will", "not"), "youre": ("you", "are")}
_EMPHASIS = re.compile(r"(?<=[^\W_])(?:\*{1,3}|~~|``?)(?=[^\W_])")
_WRAPPED = re.compile(r"(?<=[a-z])-[ \t]*\r?\n[ \t]*(?=[a-z])")
_APART = re.compile(r"(?<![^\W_])[^\W\d_](?:[ .\-_*|/\\~+]{1,3}[^\W\d_](?![^\W_])){3,}")
_SEPARATORS = re.compile(r"[\W_]+")

_CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3"
_TOP = (
    "com|net|org|io|dev|app|ai|co|info|biz|xyz|top|site|online|club|me|ru|cn|tk|ml|ga|cf|gq|cc|ws|to|pw|su|ly|gg|de|fr"
    "|es|jp|uk|eu|us|in|br|it|nl|pl|ch|at|example|test|invalid|evil|onion|internal|local|cloud|live|link|click|zip"
)
_TOKENS = re.compile(
    r"(?P<url>(?:https?|hxxps?|ftp|wss?)://[^\s<>\"')\]}]+|\bwww\.[^\s<>\"')\]}]+)"
    r"|(?P<email>[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5})"
    rf"|(?P<host>\b(?:[a-z0-9-]{{1,63}}\.){{1,5}}(?:{_TOP})\b(?![\w.-]?\w))"
    r"|(?P<path>(?<![\w/])(?:~|\.{1,2})?/[\w.@+-]+(?:/[\w.@+-]+)*|(?<![\w.])\.[a-z][\w-]+(?:/[\w.-]+)*)"
    rf"|(?P<cjk>[{_CJK}])"
    rf"|(?P<word>[$@]?[^\W_{_CJK}]+(?:[@$!|]+[^\W_{_CJK}]+)*)"
    r"|(?P<stop>[.!?]+(?=\s|[\"')\]*]|$)|[。！？；;…]|\n[ \t>]*\n|\n(?=[ \t>]*(?:[-*+•#|>]|\d{1,3}[.)])[ \t]))"
    r"|(?P<mark>[,、，:：—–]|(?<=\s)-(?=\s))"
)
_PRIVATE_FILE = re.compile(
    r"(?:^|/)(?:\.ssh|\.aws|\.gnupg|\.netrc|\.npmrc|\.pypirc|\.pgpass|\.kube|\.docker|id_(?:rsa|ed25519|ecdsa)|shadow|passwd"
    r"|credentials|\.env(?!\.(?:example|sample|template|dist)))(?:$|[/.])"
)
_SHORT = 2


@dataclass(frozen=True, slots=True)
class Reading:
    """The words of a text.

    Attributes:
        words: in their order; a comma or a dash is the word `,`, a colon is `:`.
        kinds: for each word `<url>`, `<email>`, `<host>`, `<path>`, `<secret-file>`, or "".
        sentence: for each word the number of its sentence, where one of one or two words counts to the next:
            "Ignore. All. Previous. Instructions." is one.
        strict: the same without that exception.
    """

    words: list[str]
    kinds: list[str]
    sentence: list[int]
    strict: list[int]


def without_invisible(text: str) -> str:
    """Return a text without the characters that nobody sees; line ends and tabs stay."""
    return text.translate(_INVISIBLE)


def uncovered(text: str) -> str:
    """Return a text with compatibility forms and look-alikes as what they look like, and nothing invisible."""
    return unicodedata.normalize("NFKC", text.translate(_INVISIBLE).translate(_LOOKS)).translate(_LOOKS)


def folded(text: str) -> str:
    """Return a text for comparison: uncovered, no accents, no case."""
    bare = unicodedata.normalize("NFD", uncovered(text).casefold()).translate(_ACCENTS)
    return unicodedata.normalize("NFC", bare).translate(_HAN)


def split(phrase: str) -> tuple[str, ...]:
    """Return the words of a table's phrase, in which `_` is a space, as they stand in a reading."""
    if phrase[:1] == "<":
        return (phrase,)
    return tuple(read(phrase.replace("_", " "), lambda word: (word,), lambda word: True).words)


def read(text: str, spelled: Callable[[str], tuple[str, ...]], known: Callable[[str], bool]) -> Reading:
    """Read a text.

    Args:
        text: anything.
        spelled: gives the words that a strange one stands for, or it itself.
        known: whether a word stands in the tables.
    """
    plain = folded(text)
    if "'" in plain:
        for pattern, instead in _APOSTROPHES:
            plain = pattern.sub(instead, plain)
    plain = _WRAPPED.sub("", _EMPHASIS.sub("", plain))
    plain = _APART.sub(lambda match: _SEPARATORS.sub("", match.group()), plain)
    words: list[str] = []
    kinds: list[str] = []
    sentence: list[int] = []
    strict: list[int] = []
    number = hard = length = 0
    for match in _TOKENS.finditer(plain):
        kind, word = match.lastgroup, match.group()
        if kind == "stop":
            hard += 1
            if length > _SHORT:
                number, length = hard, 0
            continue
        found: tuple[str, ...] = (word,)
        if kind == "word":
            found = _WITHOUT_APOSTROPHE.get(word) or (found if known(word) else spelled(word))
        elif kind == "mark":
            found = (":",) if word in ":：" else (",",)
        length += kind != "mark"
        label = "" if kind in ("word", "cjk", "mark") else f"<{kind}>"
        if kind == "path" and _PRIVATE_FILE.search(word):
            label = "<secret-file>"
        for each in found:
            words.append(each)
            kinds.append(label)
            sentence.append(number)
            strict.append(hard)
    return Reading(words, kinds, sentence, strict)
