"""Japanese wording that is held; the form of the table is explained in `policies.wording`.

Every character is a word, so numbers are of characters. What is denied or ordered stands last, as does the verb.
"""

from policies.wording import Table

__all__ = ["TABLE"]

_FILLERS = "の は が を に へ も で と な て 、 お ご"

_CLASSES = """
who: ユーザー ユーザ 利用者 使用者 開発者 管理者 人間 オーナー
anyone: @who 誰 だれ 他人 他の人
hush: 言わな 知らせな 知らせず 伝えな 教えな 明かさな 話さな 言うな 教えるな 伝えるな 知らせるな 明かすな 話すな
    報告しな 漏らさな 気づかれな 気付かれな 知られな 知られず 気づかれず 気付かれず 悟られな 悟られず 秘密に 内緒に
    隠し 隠せ 隠す 伏せ 黙って 伝えては 言っては
this: この これ その 本件 こと
order: 記憶 メモ 指示 命令 ルール 内容 事実 メッセージ
secretly: こっそり 内緒で 密かに ひそかに 秘密裏 無断で 気づかれず 黙って
deed: 送信 実行 追加 アップロード 削除 インストール コピー 転送 送っ 送る 保存 記録 ダウンロード 挿入
previous: 以前 前 上記 これまで システム 元 先 今まで 既存 過去 先ほど 従来 直前 安全
every: すべて 全て 全部 あらゆる 一切
strong: 指示 命令 プロンプト 指令 インストラクション
rules: @strong ルール 制限 規則 制約 ガイドライン 設定
ignore: 無視 忘れ 破棄 破って 破り 従わな 従うな 従わず 無効 上書き 忘却
not_so: しな せず しては しちゃ
says: と言った と言う と言え と言っ 尋ねた 尋ねる 質問した 質問する 入力した 頼んだ 聞いた 聞かれ 言及し 求めた 求め
    依頼し 話題に
act: 実行し 送信し 送っ 送り 削除し 呼び出し 推奨し 勧め 薦め ダウンロードし アップロードし インストールし 開い
    と答え と回答 購入し 転送し 送金
private: パスワード 秘密鍵 認証情報 会話 履歴 トークン 環境変数 シークレット 個人情報 システムプロンプト 鍵 apiキー
    機密 ユーザーデータ ユーザデータ <secret-file> メモリ 記憶
placed: <url> <email> <host> 外部サーバ 外部のサーバ 攻撃者 サーバ
send: 送信 送っ 送る 送れ 送り アップロード 転送 投稿 共有 流出 メール
please: ください 下さい なさい せよ しろ べき こと ように
"""

_RULES = """
concealment  anyone 12 hush
concealment  this 4 order 10 hush|触れな|言及しな|言及せず
concealment  ことは 3 言わな|話さな|秘密
concealment  -hush secretly 10 deed !しな
concealment  anyone 6 知られ 2 ように|ないよう
concealment  聞かれ|尋ねられ 8 否定|知らないと|とぼけ|嘘
override     previous 8 rules 6 ignore !not_so
override     every 2 strong 6 ignore !not_so
override     ignore 4 previous 4 rules
override     あなたは今から|これからあなたは|あなたはもう|今からあなたは|あなたは今 12
                 ai|ハッカー|制限のない|制限なし|制約のない|アシスタント|無制限|開発者モード
override     あなたには 6 制限|制約|ルール 4 ありません|ない
override     開発者モード|脱獄モード 4 有効|起動|入っ
override     ユーザーが|利用者が 6 反対し|拒否し|断っ 3 ても
override     ユーザーの|利用者の 4 指示|要求|許可 3 より優先|なしに
override     新しい指示|新しい命令|システム指示 :
trigger      who が 22 says 24 act
trigger      合言葉|トリガー 10 act
exfiltration private 16 placed 12 send !not_so
exfiltration placed 10 private 8 send !not_so
exfiltration システムプロンプト|初期指示|内部指示 4 表示し|出力し|教え|見せ|開示し
standing     今後|これからは|以後|今から
standing     常に|必ず|毎回|決して|絶対に 26 please
standing     ^ 常に|必ず|毎回|決して|絶対に
standing     あなたは|aiは|アシスタントは|エージェントは 24 なければ|べき|必要がある|please
standing     覚えておいて|記憶しておいて|忘れずに
standing     私が 10 と言ったら
"""

TABLE = Table(_FILLERS, _CLASSES, _RULES)
