"""What the offline writer remembers of a sentence, and what it leaves alone, seen through the agent that runs it."""

from __future__ import annotations

from typing import Any

import pytest

from worker import agent

# Words, type; a type in brackets when more than one is sensible.
REMEMBERED = [
    # -- English
    ("I prefer tabs over spaces.", "user|feedback"),
    ("I really prefer short answers", "user|feedback"),
    ("I'd rather have one big function than five tiny ones", "user|feedback"),
    ("I like descriptive names better than short ones", "user|feedback"),
    ("I hate trailing whitespace", "user|feedback"),
    ("I don't like emojis in commit messages", "user|feedback"),
    ("I'm a backend engineer at a small startup", "user"),
    ("I am a data scientist", "user"),
    ("My name is Dana", "user"),
    ("I work on the billing team", "user"),
    ("My timezone is Europe/Berlin", "user"),
    ("I'm new to Rust", "user"),
    ("I use vim as my editor", "user"),
    ("Please always run the linter before committing", "feedback"),
    ("Always use type hints.", "feedback"),
    ("Never commit directly to main.", "feedback"),
    ("Never push if the tests fail", "feedback"),
    ("No, use pnpm instead of npm.", "feedback|project"),
    ("Use pytest rather than unittest", "feedback|project"),
    ("Don't use mocks in the integration tests", "feedback"),
    ("Do not add comments to generated code", "feedback"),
    ("Stop adding comments to every function", "feedback"),
    ("From now on, write commit messages in the imperative.", "feedback|project"),
    ("Going forward, put new endpoints under src/routes", "feedback|project"),
    ("Please answer in German", "feedback|user"),
    ("Keep your answers short", "feedback|user"),
    ("We decided to use PostgreSQL for the billing service.", "project"),
    ("We agreed on two-week sprints", "project"),
    ("Let's go with FastAPI for the new gateway", "project"),
    ("We're going with Terraform.", "project"),
    ("We use Ruff for linting", "project"),
    ("We no longer support Python 3.8", "project"),
    ("Our team deploys on Fridays", "project"),
    ("Our staging database lives in eu-west-1", "project|reference"),
    ("The project uses Poetry", "project"),
    ("The deadline is March 3rd", "project"),
    ("Actually, the staging server is at staging.example.org", "project|reference"),
    ("The docs are at https://docs.example.org/api", "reference"),
    ("The ticket is PROJ-123", "reference|project"),
    ("Bugs are tracked in Linear", "reference"),
    ("The runbook is in docs/runbook.md", "reference"),
    ("Remember that the deploy key rotates every 90 days", "project|reference"),
    ("Remember: the API is rate limited to 100 requests per second", "project|reference"),
    ("Please remember that I prefer dark mode screenshots", "user|feedback"),
    ("Keep in mind that the API is rate limited", "project|reference"),
    ("For future reference, the mobile team owns the login screen", "project|reference"),
    ("Don't forget that the VPN is needed for staging", "project|reference"),
    ("Note that production runs on ARM machines", "project|reference"),
    ("We always squash merge pull requests.", "project"),
    ("Our API uses snake_case for JSON keys", "project"),
    ("I usually work in the evenings, Pacific time", "user"),
    ("You should never use `any` in TypeScript code", "feedback"),
    ("please use British English in docs", "feedback"),
    ("I want you to always write tests first", "feedback"),
    ("When writing migrations, always make them reversible", "feedback"),
    ("The frontend lives in apps/web and the backend in apps/api", "reference"),
    ("We store secrets in Vault", "project"),
    ("Production runs on Kubernetes 1.29", "project"),
    ("Our style guide is at https://style.example.org", "reference"),
    ("I'm the maintainer of this project", "user"),
    ("I'm a junior developer and I'm learning Go", "user"),
    ("We've decided against using an ORM", "project"),
    ("The team has agreed to drop Windows support", "project"),
    ("We're sticking with Vue 3", "project"),
    ("We switched from Jest to Vitest", "project"),
    ("We moved the docs to Notion", "project"),
    ("Use 4 spaces for indentation", "feedback"),
    ("Indent with tabs, not spaces", "feedback"),
    ("Don't ever force push to main", "feedback"),
    ("I prefer composition over inheritance", "user"),
    ("My preferred language is Rust", "user"),
    ("I'd prefer that you ask before deleting files", "user"),
    ("The main branch is called trunk", "project"),
    ("CI runs on GitHub Actions", "project"),
    ("Tests are run with pytest -q", "project"),
    ("The customer's name is Acme Corp", "project"),
    ("Our fiscal year starts in April", "project"),
    ("Releases happen every second Tuesday", "project"),
    ("Priya owns the billing service", "project"),
    ("The design doc is in Notion under Platform", "reference"),
    ("Grafana dashboards are at https://grafana.example.org/d/abc", "reference"),
    ("FYI we only support Postgres 15 and newer", "project"),
    ("Please don't apologize so much", "feedback"),
    ("Please be more concise in your answers", "feedback"),
    ("Stop using emojis", "feedback"),
    ("Remember to run make fmt before committing", "feedback"),
    # -- German
    ("Ich bevorzuge kurze Antworten.", "user|feedback"),
    ("Bitte immer mit pnpm installieren", "feedback"),
    ("Niemals direkt auf main committen", "feedback"),
    ("Verwende pytest statt unittest", "feedback|project"),
    ("Wir haben uns für PostgreSQL entschieden", "project"),
    ("Wir verwenden Ruff für das Linting", "project"),
    ("Merk dir, dass der Server in Frankfurt steht", "project|reference"),
    ("Unsere Datenbank läuft auf Port 5433", "project|reference"),
    ("Ich bin Softwareentwickler bei einer Bank", "user"),
    ("Ab jetzt alle Commits auf Englisch schreiben", "feedback|project"),
    ("Die Doku liegt unter https://docs.example.org", "reference"),
    # -- Spanish
    ("Prefiero respuestas cortas", "user|feedback"),
    ("Usamos PostgreSQL para la facturación", "project"),
    ("Siempre ejecuta los tests antes de hacer commit", "feedback"),
    ("No uses variables globales", "feedback"),
    ("Recuerda que el servidor está en Madrid", "project|reference"),
    ("Hemos decidido usar Rust para el backend", "project"),
    ("Soy ingeniera de datos", "user"),
    ("A partir de ahora usa pnpm", "feedback|project"),
    # -- French
    ("Je préfère les réponses courtes", "user|feedback"),
    ("On a décidé d'utiliser PostgreSQL", "project"),
    ("N'utilise jamais de variables globales", "feedback"),
    ("Souviens-toi que le serveur est à Paris", "project|reference"),
    ("Nous utilisons Docker pour les tests", "project"),
    ("Désormais, écris les commits en anglais", "feedback|project"),
    ("Je suis développeuse web", "user"),
    # -- Chinese
    ("我更喜欢简短的回答", "user|feedback"),
    ("请记住我们的服务器在上海", "project|reference"),
    ("不要使用全局变量", "feedback"),
    ("我们决定使用PostgreSQL", "project"),
    ("以后都用pnpm安装依赖", "feedback|project"),
    ("我是一名后端工程师", "user"),
    # -- Japanese
    ("短い回答の方が好きです", "user|feedback"),
    ("今後はpnpmを使ってください", "feedback|project"),
    ("PostgreSQLを使うことにしました", "project"),
    ("サーバーは東京にあることを覚えておいてください", "project|reference"),
    ("私はバックエンドエンジニアです", "user"),
    ("グローバル変数は使わないでください", "feedback"),
]
FORGOTTEN = [
    # -- questions
    "Should we use PostgreSQL?",
    "Do you remember what we decided?",
    "Can you always run the linter?",
    "What do I prefer, tabs or spaces?",
    "Can we use tabs",
    "Why do we use Ruff for linting?",
    # -- hypotheses
    "What if we used tabs",
    "If it rains, use npm",
    "Maybe we should go with Rust",
    "We could use Redis for caching",
    "I think we should use Redis",
    "I would use tabs",
    "Suppose we use MongoDB for sessions",
    "We might move to Kubernetes",
    # -- one moment
    "For now, use npm",
    "In this test, use mocks",
    "Just this once, skip the linter",
    "Use the old API for this PR",
    "Today I prefer shorter answers",
    "Don't use the cache until the fix is out",
    "We're using npm temporarily",
    # -- hearsay, quotes, code, examples
    "He said we should always use tabs",
    "The README says always run make",
    "According to the docs we use Ruff for linting",
    '"I prefer tabs"',
    "> I prefer tabs",
    "`always use pnpm`",
    "For example, always use tabs",
    "```\nAlways use tabs.\n```",
    "    Always use tabs.",
    # -- tasks
    "Fix the bug in the login page",
    "Add a test for this",
    "Let's run the tests",
    "Let's use the debugger to find the problem",
    "Delete the old migration",
    "Make sure the tests pass",
    "Don't change the API",
    "We need to fix the login bug",
    "Run the linter",
    "Rename the function to load_all",
    # -- pointing at the screen
    "I prefer that one",
    "Use the second approach instead of the first",
    "Don't use it here",
    "I like this better",
    # -- not to be remembered
    "Don't remember this",
    "remember when we used Perl",
    "Forget what I said about tabs",
    # -- talk
    "I'm a bit confused",
    "I'm getting an error when I run the tests",
    "The build is broken",
    "Thanks, that works!",
    "ok continue",
    "Yes please",
    "Looks good to me",
    "Use the function from utils instead of writing a new one",
    "Write a function that always returns 42",
    "I always get an error here",
    "We use this variable below",
    "I never got this to work",
    "Let's go with option 2",
    "Let's go with that",
    "I want to add a login page",
    "Please use the attached file",
    "Can you remember this for later?",
    "The project uses too much memory",
    "I prefer not to say",
    "I like it better this way",
    "We will use this later",
    "Our tests are failing",
    "The database is down",
    "I'm a little worried about the tests",
    "We use what now?",
    "No, that's wrong",
    "Always? Really?",
    "never mind",
    "Don't add a test for that",
    "Do not commit yet",
    "Stop using that",
    "Why do we always use tabs",
    "We are using the wrong version, fix it",
    "the deadline is soon",
    "My code is not working",
    "My name is not important",
    "I work on it now",
    "Note that this fails",
    "Our app crashes when I click save",
    "I hate this bug",
    "I don't like how this looks",
    "See https://example.org/x for the error",
    "It's called twice",
    "The docs are wrong",
    "The ticket is closed",
    "we have a bug in prod",
    # -- other languages
    "Soll ich immer pnpm verwenden?",
    "Vielleicht nehmen wir Rust",
    "Für diesen Test verwende npm statt pnpm",
    "Er sagt, wir sollen immer Tabs nehmen",
    "Behebe den Fehler im Login",
    "¿Usamos PostgreSQL?",
    "Quizás usamos Rust",
    "Si llueve, usa npm",
    "Por ahora usa npm",
    "Arregla el error de inicio de sesión",
    "Peut-être qu'on utilise Rust",
    "Pour l'instant, utilise npm",
    "Est-ce qu'on utilise PostgreSQL ?",
    "Corrige l'erreur de connexion",
    "如果下雨就用npm",
    "这次先用npm",
    "我们要用Rust吗？",
    "修复登录页面的错误",
    "今回はnpmを使ってください",
    "Rustを使いますか？",
    "もし失敗したらnpmを使ってください",
    "ログインのバグを直してください",
]


class Wire:
    """The supervisor's end, played by the test: it sends one conversation and accepts every request."""

    def __init__(self, *blocks: tuple[str, str], taken: frozenset[str] = frozenset()) -> None:
        turns = [{"turn": at, "origin": origin, "text": text} for at, (origin, text) in enumerate(blocks, 1)]
        self._queue: list[dict[str, Any]] = [
            {"type": "job", "writer": "offline", "rooms": ["project"], "limits": {}, "notices": []},
            {"type": "turns", "blocks": turns, "last": True},
        ]
        self._taken = taken
        self.requests: list[dict[str, Any]] = []
        self.goodbye: dict[str, Any] | None = None

    def receive(self) -> dict[str, Any]:
        return self._queue.pop(0)

    def send(self, message: dict[str, Any]) -> None:
        if message["type"] == "goodbye":
            self.goodbye = message
        elif message["type"] == "request":
            self.requests.append(message)
            free = message["path"] not in self._taken
            text = "File created" if free else f"File {message['path']} already exists"
            self._queue.append(
                {"type": "verdict", "id": message["id"], "ok": free, "text": text, "rule": "ok", "notices": []}
            )


def asked(*blocks: tuple[str, str]) -> list[dict[str, Any]]:
    wire = Wire(*blocks)
    agent.run(wire)  # type: ignore[arg-type]
    assert wire.goodbye is not None
    return [each for each in wire.requests if each["command"] == "create"]


def type_of(request: dict[str, Any]) -> str:
    return next(line.split(":")[1].strip() for line in request["file_text"].splitlines() if line.startswith("  type:"))


@pytest.mark.parametrize(("sentence", "types"), REMEMBERED)
def test_it_is_remembered(sentence: str, types: str) -> None:
    (request,) = asked(("user", sentence))
    assert type_of(request) in types.split("|")
    assert request["path"].startswith(f"/memories/{type_of(request)}-") and request["path"].endswith(".md")
    (cite,) = request["cites"]
    assert cite["turn"] == 1 and cite["quote"] in sentence
    assert len(cite["quote"]) >= 12 or cite["quote"] == sentence


@pytest.mark.parametrize("sentence", FORGOTTEN)
def test_it_is_left_alone(sentence: str) -> None:
    assert asked(("user", sentence)) == []


@pytest.mark.parametrize("origin", ["assistant", "tool", "web", "system", "operator"])
def test_only_a_persons_words_are_read(origin: str) -> None:
    assert asked((origin, "Remember that the deploy key rotates every 90 days. Always use tabs.")) == []


def test_the_last_word_on_a_subject_counts() -> None:
    requests = asked(("user", "We use npm for installs."), ("user", "Actually no, we use pnpm for installs."))
    assert len(requests) == 1 and "pnpm" in requests[0]["file_text"]


def test_the_same_said_twice_is_one_memory() -> None:
    assert len(asked(("user", "I prefer short answers."), ("user", "I prefer short answers."))) == 1


def test_a_persons_sentence_before_a_paste_counts_and_the_paste_does_not() -> None:
    paste = "\n".join(f"2026-01-01 12:00:{at % 60:02d} INFO always use worker {at}" for at in range(500))
    requests = asked(("user", f"We use Ruff for linting. Look at this log:\n{paste}"))
    assert ["Ruff" in each["file_text"] for each in requests] == [True]


def test_stop_ends_the_agent_politely() -> None:
    wire = Wire(("user", "I prefer short answers."))
    wire._queue[1:] = [{"type": "stop", "reason": "enough"}]
    agent.run(wire)  # type: ignore[arg-type]
    assert wire.goodbye is not None and not wire.requests


@pytest.mark.parametrize(
    "unit", ["I prefer short answers. ", "always ", "a" * 40 + " ", "我们决定使用", "`x` ", "- item\n"]
)
def test_a_hundred_thousand_characters_end(unit: str) -> None:
    # Nothing here backtracks; what did would meet the time limit of the tests.
    asked(("user", unit * (100_000 // len(unit))))
