"""Bots that are not ours, plug-ins and programs: how they play, and every way they fail."""

import json
import os
import random
import re
import select
import shlex
import shutil
import subprocess
import sys
import textwrap
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.conftest import Install
from tests.test_terminal import Script, sit

import skipbo
from skipbo import BotFailed, Game, Move, SkipboError
from skipbo.bots import NAMES, bot, names, program, protocol, seated
from skipbo.bots.judge import why_not
from skipbo.bots.seats import Seated
from skipbo.rules.editions import configure
from skipbo.terminal.seating import seat_bots

ROOT = Path(__file__).parent.parent
PLENTY = 20.0  # seconds: nobody waits for them
TINY: dict[str, Any] = {
    "stock": 2,
    "ranks": 3,
    "copies": 2,
    "wilds": 2,
    "hand": 2,
    "building": 2,
    "discards": 2,
}
GAME = skipbo.new("classic", seed=58, **TINY)


@pytest.fixture(autouse=True)
def _no_time_to_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """A test that waits for a hanging program gives it all the time it may have itself."""
    monkeypatch.setattr(program, "STARTING", 0.0)


def written(tmp_path: Path, source: str) -> str:
    """The command for a Python program, which reads its questions with `ask()`."""
    path = tmp_path / "mybot.py"
    beginning = """
        import json, os, sys, time

        def ask():
            for line in sys.stdin:
                message = json.loads(line)
                if message["type"] == "choose":
                    return message
            sys.exit()

        def say(text):
            print(text, flush=True)

        def first(message):
            say(json.dumps({"move": message["legal"][0]}))
    """
    path.write_text(textwrap.dedent(beginning) + textwrap.dedent(source))
    return shlex.join([sys.executable, str(path)])


FOREVER = "\nwhile True: first(ask())"


def answer(player: Seated, game: Game = GAME) -> Move:
    return player.choose(game.view(game.seat), game.legal(), random.Random(1))


def failure(spec: str, seconds: float = PLENTY, game: Game = GAME) -> str:
    """How a bot fails that is asked once."""
    with seated(spec, game.rules, seconds) as player:
        player.new_game(0)
        with pytest.raises(BotFailed) as failed:
            answer(player, game)
    told = str(failed.value)
    assert told.startswith(player.name + " ")
    assert "\n" not in told
    return told.removeprefix(player.name + " ")


def play(game: Game, players: list[Seated], seed: int = 0) -> Game:
    rng = random.Random(seed)
    for seat, player in enumerate(players):
        player.new_game(seat)
    while not game.over:
        game.play(players[game.seat].choose(game.view(game.seat), game.legal(), rng))
    return game


# --- Programs that play


@pytest.mark.parametrize("edition", ["classic", "mod", "dice"])
@pytest.mark.parametrize("example", ["mybot.py", "mybot.pl"])
def test_the_examples_win_against_random(example: str, edition: str) -> None:
    spec = str(ROOT / "examples/jsonbot" / example)
    if example.endswith(".pl") and subprocess.run(["perl", "-MJSON::PP", "-e1"]).returncode:
        pytest.skip("this machine has no Perl with JSON::PP")
    assert wins(spec, edition) >= 5


def wins(spec: str, edition: str, games: int = 6) -> int:
    """How many games a bot wins against `random`, with each deal played from both seats."""
    options: dict[str, Any] = {"target": 150} if edition == "dice" else {"stock": 5}
    rules = skipbo.new(edition, **options).rules
    won = 0
    with seated(spec, rules, PLENTY) as player, seated("random", rules) as other:
        for i in range(games):
            game = skipbo.new(edition, seed=i // 2, **options)
            players = [player, other] if i % 2 else [other, player]
            won += players[play(game, players, i).winners[0]] is player
    return won


def test_a_game_can_be_repeated() -> None:
    spec = str(ROOT / "examples/jsonbot/mybot.py")
    games = []
    for _ in range(2):
        game = skipbo.new("classic", seed=5, stock=3)
        with seated(spec, game.rules, PLENTY) as a, seated(spec, game.rules, PLENTY) as b:
            games.append(play(game, [a, b], 7).moves)
    assert games[0] == games[1]


def test_a_bot_of_this_package_takes_a_seat_too() -> None:
    game = skipbo.new("classic", seed=1, stock=3)
    with seated("greedy", game.rules) as a, seated("random", game.rules) as b:
        assert (a.name, b.name) == ("greedy", "random")
        assert play(game, [a, b]).over


def test_a_program_is_told_its_own_view_and_nothing_else(tmp_path: Path) -> None:
    """C4, C6: the lines are those of the view, byte by byte; tests of the view do the rest."""
    log = tmp_path / "log"
    source = f"""
        with open({str(log)!r}, "w") as log:
            for line in sys.stdin:
                print(line, end="", file=log, flush=True)
                if "legal" in (message := json.loads(line)):
                    first(message)
    """
    game = skipbo.new("mod", seed=2, stock=3)
    rng, expected = random.Random(0), [protocol.new_game(1, game.rules)]
    with seated(written(tmp_path, source), game.rules, PLENTY) as player:
        player.new_game(1)
        for _ in range(60):
            view, legal = game.view(game.seat), game.legal()
            if game.seat == 1:
                state = rng.getstate()
                move = player.choose(view, legal, rng)
                rng.setstate(state)
                moves, seed = json.dumps(legal, separators=(",", ":")), rng.getrandbits(32)
                start = f'{{"type":"choose","legal":{moves},"seed":{seed},"view":'
                expected.append(start + view.dumps() + "}")
            else:
                move = bot("random").choose(view, legal, rng)
            game.play(move)
    assert log.read_text().splitlines() == expected
    assert len(expected) > 5


def test_the_exchange_shown_is_real(tmp_path: Path) -> None:
    page = (ROOT / "docs/write-a-bot.md").read_text()
    sent = re.findall(r"^skipbo: (.*)$", page, re.MULTILINE)
    answered = re.findall(r"^mybot:  (.*)$", page, re.MULTILINE)
    rng = random.Random(1)
    question = protocol.question(GAME.view(0), GAME.legal(), rng)
    assert sent == [protocol.new_game(0, GAME.rules), question]
    code = re.findall(r"```python\n(#!.*?)```", page, re.DOTALL)[0]
    run = subprocess.run(
        [sys.executable, "-c", code], input="\n".join(sent), capture_output=True, text=True
    )
    assert (run.stdout.splitlines(), run.stderr, run.returncode) == (answered, "", 0)


def test_a_question_can_be_read_again() -> None:
    view, legal, rng = protocol.read_question(
        json.loads(protocol.question(GAME.view(0), GAME.legal(), random.Random(1)))
    )
    assert (view, legal) == (GAME.view(0), GAME.legal())
    assert rng.random() == random.Random(random.Random(1).getrandbits(32)).random()


# --- Programs that fail


FAILURES = {
    "sys.exit(3)": r"crashed: exit code 3",
    "sys.exit()": r"ended without an answer",
    "1 / 0": r"crashed: exit code 1; its last words: 'ZeroDivisionError: division by zero'",
    "ask(); sys.exit('no idea')": r"crashed: exit code 1; its last words: 'no idea'",
    "ask(); os.kill(os.getpid(), 11)": r"crashed: Segmentation fault",
    "ask(); os.close(1); time.sleep(60)": r"closed its standard output",
    "ask(); say('s>b1')": r"answered 's>b1', which is not JSON",
    "ask(); say('')": r"answered '', which is not JSON",
    "ask(); say('[' * 60000)": r"answered '\[\[.*', which is not JSON",
    "ask(); say('9' * 60000)": r"answered '99.*', which is not JSON",
    "ask(); say('[]')": r"""answered '\[\]', which is not like {"move": "s>b1"}""",
    "ask(); say('null')": r"answered 'null', which is not like",
    "ask(); say('{\"move\": 7}')": r"answered '{\"move\": 7}', which is not like",
    "ask(); os.write(1, b'\\xff\\xfe\\n')": r"answered b'\\xff\\xfe', which is not UTF-8",
    "ask(); os.write(1, b'x' * 100_000)": r"answered with more than 65536 bytes",
    "while True: os.write(1, b'x')": r"answered with more than 65536 bytes",
    'ask(); say(\'{"move": "s>b1"}\\nmore\')': r"spoke before it was asked: b'more",
    'ask(); say(\'{"move": "h13>b1"}\')': r"gave no legal move: 'h13>b1' is not a move; a move",
    'ask(); say(\'{"move": "h3>b1"}\')': r"gave no legal move: h3>b1: building pile 1 needs a 1",
    'ask(); say(\'{"move": "d1>b1"}\')': r"gave no legal move: d1>b1: the discard pile 1 is",
    'ask(); say(\'{"move": "roll"}\')': r"gave no legal move: roll is not a move of cards",
}


@pytest.mark.parametrize("source", FAILURES)
def test_a_program_that_fails(tmp_path: Path, source: str) -> None:
    assert re.fullmatch(f"{FAILURES[source]}.*", failure(written(tmp_path, source)))


HANGING = {
    "asleep": "time.sleep(60)",
    "busy": "while True: pass",
    "complaining": "while True: os.write(2, b'x' * 1000)",
    "half an answer": "ask(); os.write(1, b'{'); time.sleep(60)",
    "refusing to go": "import signal; signal.signal(15, signal.SIG_IGN); ask(); time.sleep(60)",
}


@pytest.mark.parametrize("kind", HANGING)
def test_a_program_that_hangs(tmp_path: Path, kind: str) -> None:
    told = failure(written(tmp_path, HANGING[kind]), seconds=0.5)
    assert told.startswith("gave no answer within 0.5 s")


def test_a_first_answer_may_take_longer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "STARTING", PLENTY)
    source = "first(ask())\nwhile True:\n    message = ask(); time.sleep(60); first(message)"
    with seated(written(tmp_path, f"time.sleep(0.3)\n{source}"), GAME.rules, 0.2) as player:
        player.new_game(0)
        answer(player)
        with pytest.raises(BotFailed, match=r"no answer within 0.2 s$"):
            answer(player)


def test_a_program_that_speaks_before_it_is_asked(tmp_path: Path) -> None:
    done = tmp_path / "done"
    source = f"first(ask()); time.sleep(0.2); say('ready?'); open({str(done)!r}, 'w').close()"
    with seated(written(tmp_path, source + FOREVER), GAME.rules, PLENTY) as player:
        player.new_game(0)
        answer(player)
        while not done.exists():
            pass
        with pytest.raises(BotFailed, match=r"spoke before it was asked: b'ready\?"):
            answer(player)


def test_after_a_failure_the_program_starts_anew(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    source = f"""
        first(ask())
        if not os.path.exists({str(mark)!r}):
            open({str(mark)!r}, "w").close()
            sys.exit("midway")
    """
    with seated(written(tmp_path, textwrap.dedent(source) + FOREVER), GAME.rules, PLENTY) as player:
        player.new_game(0)
        answer(player)
        with pytest.raises(BotFailed, match="crashed: exit code 1; its last words: 'midway'"):
            answer(player)
        with pytest.raises(BotFailed, match="waits for the next game"):
            answer(player)
        player.new_game(0)
        assert [answer(player) for _ in range(3)] == [GAME.legal()[0]] * 3


def test_a_program_that_vanishes_has_failed(tmp_path: Path) -> None:
    path = tmp_path / "mybot"
    path.write_text("#!/bin/sh\nexit 1\n")
    path.chmod(0o755)
    with seated(str(path), GAME.rules, PLENTY) as player:
        player.new_game(0)
        with pytest.raises(BotFailed, match="crashed: exit code 1"):
            answer(player)
        path.unlink()
        with pytest.raises(BotFailed, match="cannot be started: No such file"):
            player.new_game(0)


def test_much_on_standard_error_does_no_harm(tmp_path: Path) -> None:
    source = "while True:\n    message = ask(); os.write(2, b'x' * 300_000); first(message)"
    with seated(written(tmp_path, source), GAME.rules, PLENTY) as player:
        player.new_game(0)
        assert [answer(player) for _ in range(3)] == [GAME.legal()[0]] * 3


def test_a_question_longer_than_a_pipe(tmp_path: Path) -> None:
    """Both sides write at once, and neither waits for the other for ever."""
    view = replace(GAME.view(0), played=((0, "s>b1"),) * 50_000)
    source = "os.write(2, b'x' * 300_000)" + FOREVER
    with seated(written(tmp_path, source), GAME.rules, PLENTY) as player:
        player.new_game(0)
        assert player.choose(view, GAME.legal(), random.Random(1)) == GAME.legal()[0]
    with seated(written(tmp_path, "first({'legal': ['hW>b1']}); time.sleep(60)"), GAME.rules) as p:
        p.new_game(0)
        with pytest.raises(BotFailed, match="spoke before it was asked"):
            p.choose(view, GAME.legal(), random.Random(1))
    with seated(written(tmp_path, "time.sleep(60)"), GAME.rules, 0.3) as player:
        player.new_game(0)
        with pytest.raises(BotFailed, match="gave no answer"):
            player.choose(view, GAME.legal(), random.Random(1))


@pytest.mark.parametrize("end", ["", "sys.exit(1)", "time.sleep(60)"])
def test_whatever_a_program_has_started_ends_with_it(tmp_path: Path, end: str) -> None:
    """Its child holds the writing end of a pipe open as long as it lives."""
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    source = f"""
        import subprocess
        held = os.open({str(fifo)!r}, os.O_WRONLY)
        subprocess.Popen(["sleep", "60"], pass_fds=[held])
        os.write(held, b"!")
        os.close(held)
        first(ask())
        {end}
    """
    reading = os.open(fifo, os.O_RDONLY | os.O_NONBLOCK)
    with seated(written(tmp_path, source), GAME.rules, PLENTY) as player:
        player.new_game(0)
        answer(player)
        assert os.read(reading, 10) == b"!"
    player.close()  # a second time does nothing
    assert select.select([reading], [], [], PLENTY)[0]
    assert os.read(reading, 10) == b""
    os.close(reading)


# --- What is no bot


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("clever", "there is no bot 'clever' for classic; the bots are random, greedy"),
        ("clever", r"a program is named by its path, as in \./mybot"),
        ("", "there is no bot ''"),
        ("./clever", r"there is no program '\./clever'"),
        ("clever --fast", "there is no program 'clever'"),
        ("./clever 'x", "is not a command: No closing quotation"),
        ("./folder", "there is no program"),
        ("./plain", r'not executable: make it so with chmod \+x, or .* "python3 \./plain"'),
        ("plain", "not executable"),
        ("./nonsense", r"\./nonsense cannot be started: Exec format error"),
        ("./gone", r"\./gone cannot be started: No such file"),
        ("./bad\0name", "there is no program"),
        (None, "a bot is a name or a program, not None"),
    ],
)
def test_what_is_no_bot_is_refused_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spec: str, told: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    (tmp_path / "plain").write_text("print(1)\n")
    for name, text in (("nonsense", "\x00\x01"), ("gone", "#!/no/such/interpreter\n")):
        (tmp_path / name).write_text(text)
        (tmp_path / name).chmod(0o755)
    with pytest.raises(SkipboError, match=told):
        seated(spec, GAME.rules)


@pytest.mark.parametrize("seconds", [0, -1, float("nan")])
def test_seconds_are_above_nothing(seconds: float) -> None:
    with pytest.raises(SkipboError, match="seconds must be above 0"):
        seated("greedy", GAME.rules, seconds)


def test_a_program_may_have_arguments_and_a_name_with_spaces(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    copied = tmp_path / "my bot"
    shutil.copy(ROOT / "examples/jsonbot/mybot.py", copied)
    for spec in ("my bot", "./my bot", "'./my bot' --fast", "python3 'my bot'"):
        with seated(spec, GAME.rules, PLENTY) as player:
            player.new_game(0)
            assert answer(player) in GAME.legal()


@pytest.mark.parametrize("edition", ["classic", "dice"])
def test_the_reason_is_that_of_the_game(edition: str) -> None:
    """One judge: what a bot is told by its view alone is what the game would say."""
    game = skipbo.new(edition, seed=4)
    for move in ("s>b1", "h3>b2", "d1>b1", "ps>b1", "pass", "die-draw:1", "place:2,3", "stop"):
        told = game.why_not(move)
        assert told is None or told == why_not(game.view(game.seat), Move(move))


# --- Plug-ins


FIRST = """
    class Bot:
        def choose(self, view, legal, rng):
            return legal[0]

    def make():
        return Bot()

    ready = Bot()

    def choose(view, legal, rng):
        return legal[0]
"""


@pytest.mark.parametrize("entry", ["Bot", "make", "ready", ""])
def test_a_plugin_plays_here_and_apart(install: Install, entry: str) -> None:
    install(FIRST, entry)
    assert names() == (*NAMES, "newcomer")
    here = bot("newcomer")
    assert here.name == "newcomer"
    assert here.choose(GAME.view(0), GAME.legal(), random.Random(1)) == GAME.legal()[0]
    with seated("newcomer", GAME.rules, PLENTY) as player:
        assert player.name == "newcomer"
        player.new_game(0)
        assert answer(player) == GAME.legal()[0]


@pytest.mark.parametrize("edition", ["classic", "mod"])
def test_the_example_of_a_plugin_wins_against_random(install: Install, edition: str) -> None:
    source = (ROOT / "examples/cautious-bot/cautious_bot.py").read_text()
    install(source, "CautiousBot", "cautious")
    assert wins("cautious", edition) >= 5
    assert seat_bots("cautious", 0, configure("classic", players=3)) == ("cautious",) * 3


def test_the_example_says_where_its_bot_is() -> None:
    import tomllib

    project = tomllib.loads((ROOT / "examples/cautious-bot/pyproject.toml").read_text())["project"]
    assert project["entry-points"]["skipbo.bots"] == {"cautious": "cautious_bot:CautiousBot"}


def test_what_a_plugin_prints_or_reads_does_not_disturb(install: Install) -> None:
    install("""
        import os, sys
        print("hello")

        class Bot:
            def choose(self, view, legal, rng):
                print("thinking", flush=True)
                os.write(1, b"deeply\\n")
                assert sys.stdin.read() == ""
                return legal[0]
    """)
    with seated("newcomer", GAME.rules, PLENTY) as player:
        player.new_game(0)
        assert [answer(player) for _ in range(3)] == [GAME.legal()[0]] * 3


BROKEN = {
    "import no_such_module": r"is broken: ModuleNotFoundError: No module named 'no_such_module'",
    "import sys; sys.exit(7)": r"is broken: SystemExit: 7",
    "x =": r"is broken: SyntaxError: .*",
    "pass": r"is broken: AttributeError: .*has no attribute 'Bot'",
    "class Bot:\n    def __init__(self, x): ...": r"is broken: TypeError: .*missing 1 required.*",
    "class Bot: ...": r"has no choose\(view, legal, rng\)",
    "Bot = 5": r"is broken: TypeError: 'int' object is not callable",
}


@pytest.mark.parametrize("source", BROKEN)
def test_a_broken_plugin_is_listed_and_named(install: Install, source: str) -> None:
    value = install(source)
    assert "newcomer" in names()
    told = f"the plug-in newcomer \\({value}\\) {BROKEN[source]}"
    with pytest.raises(BotFailed) as failed:
        bot("newcomer")
    assert re.fullmatch(told, str(failed.value))
    with pytest.raises(SkipboError, match=r"the bots are random, greedy, .*newcomer"):
        bot("clever")


def test_a_broken_plugin_loses_its_games(install: Install) -> None:
    install("import no_such_module")
    told = r"crashed: exit code 1; its last words: .the plug-in newcomer .* No module named .*"
    assert re.fullmatch(told, failure("newcomer"))


FAILING = {
    "1 / 0": "crashed: ZeroDivisionError: division by zero",
    "return 's>b6'": "gave no legal move: s>b6: there are 2 building piles and 2 discard piles",
    "return None": "gave no legal move: a move is a text such as h7>b2, not None",
    "legal.append(legal[0].replace('b1', 'b5')); return legal[-1]": "gave no legal move: hW>b5",
}


@pytest.mark.parametrize("source", FAILING)
def test_a_plugin_that_fails_here(install: Install, source: str) -> None:
    install(f"class Bot:\n    def choose(self, view, legal, rng):\n        {source}")
    with pytest.raises(BotFailed, match=f"^newcomer {FAILING[source]}"):
        bot("newcomer").choose(GAME.view(0), GAME.legal(), random.Random(1))


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("1 / 0", "crashed: exit code 1; its last words: 'ZeroDivisionError: division by zero'"),
        ("import os; os._exit(4)", "crashed: exit code 4"),
        ("import ctypes; ctypes.string_at(0)", "crashed: Segmentation fault"),
        ("return None", "answered '{\"move\": null}', which is not like"),
        ("return {legal[0]}", "gave no legal move"),
        ("return 's>b6'", "gave no legal move: s>b6: there are 2 building piles"),
    ],
)
def test_a_plugin_that_fails_apart(install: Install, source: str, told: str) -> None:
    install(f"class Bot:\n    def choose(self, view, legal, rng):\n        {source}")
    assert failure("newcomer").startswith(told)


def test_a_plugin_that_hangs(install: Install) -> None:
    install("class Bot:\n    def choose(self, *_):\n        while True: pass")
    assert failure("newcomer", seconds=1).startswith("gave no answer within 1 s")


def test_a_plugin_cannot_take_the_name_of_a_bot_of_this_package(install: Install) -> None:
    greedy = bot("greedy")
    install("1 / 0", name="greedy")
    assert bot("greedy") is greedy
    assert names() == NAMES
    with seated("greedy", GAME.rules) as player:
        assert answer(player) in GAME.legal()


def test_two_plugins_of_one_name_are_both_named(install: Install) -> None:
    one, other = install(FIRST), install(FIRST)
    assert names() == (*NAMES, "newcomer")
    with pytest.raises(SkipboError, match=f"more than one plug-in newcomer: {one} and {other}"):
        bot("newcomer")
    with pytest.raises(SkipboError, match="more than one plug-in"):
        seated("newcomer", GAME.rules)


def test_a_damaged_package_troubles_nobody(install: Install, tmp_path: Path) -> None:
    install(FIRST)
    install(FIRST, name="a name, with a comma")
    damaged = tmp_path / "damaged-1.0.dist-info"
    damaged.mkdir()
    (damaged / "entry_points.txt").write_text("[skipbo.bots]\nnothing\n")
    assert names() == (*NAMES, "newcomer")


def test_a_plugin_sees_the_view_as_it_is(install: Install) -> None:
    """A view that went through a process is equal to the one that was sent."""
    game = skipbo.new("dice", seed=2)
    install(f"""
        from skipbo.table.view import DiceView

        class Bot:
            def choose(self, view, legal, rng):
                assert isinstance(view, DiceView)
                assert view.dumps() == {game.view(game.seat).dumps()!r}
                return legal[-1]
    """)
    with seated("newcomer", game.rules, PLENTY) as player:
        player.new_game(game.seat)
        assert answer(player, game) == game.legal()[-1]


def test_a_plugin_that_fails_at_the_table_is_replaced(
    install: Install, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It runs apart there too, so that it sees nothing but its view, whatever it looks for."""
    install("class Bot:\n    def choose(self, view, legal, rng):\n        import os; os._exit(3)\n")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    rules = configure("classic", first=1, stock=5)
    session, out = sit(Script("quit"), rules, width=300, bots="newcomer")
    assert session.run() == 0
    assert "newcomer crashed: exit code 3" in out.getvalue()
    assert "From now on learned plays for Newcomer." in out.getvalue()
    assert session.bots[1] == "learned"
    assert session.game.moves
    assert not session.seated
