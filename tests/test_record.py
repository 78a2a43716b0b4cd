"""Games as text: what is written is read back, and what was damaged is found, with its line."""

import random
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.strategies import (
    EDITIONS,
    STEADY,
    all_rules,
    names,
    new_game,
    play_on,
    seeds,
    state_bytes,
)

import skipbo
from skipbo import Game, RecordError
from skipbo.rules.editions import configure
from skipbo.table.record import HEADER, Record, seal, unseal

# --- A corpus


@cache
def text_of(
    edition: str, moves: int = 400, seed: int = 1, style: str = "greedy", **options: Any
) -> str:
    """The record of a game, up to that many moves of it."""
    rules = configure(edition, **options)
    called = [f"Player no. {seat}: {'ÄñΩ#'[seat % 4]}" for seat in range(rules.players)]
    game = new_game(rules, seed, called)
    play_on(game, moves, seed, (style,))
    assert game.over == (moves == 400)
    return game.record().dumps()


SMALL = {"ranks": 4, "copies": 3, "wilds": 2, "stock": 2, "hand": 3}


def corpus() -> dict[str, str]:
    """Finished games and unfinished ones, of every edition; all of them short."""
    return {
        "classic": text_of("classic", stock=4),
        "classic, six partners": text_of("classic", players=6, partners=True, stock=1),
        "classic, dry": text_of("classic", players=3, refill="none", **SMALL),
        "classic, blocked": text_of("classic", style="miser", **SMALL),
        "deluxe, unfinished": text_of("deluxe", 12, players=5, first=3),
        "international": text_of("international", players=4, short=True, target=77),
        "mod": text_of("mod", players=3, stock=3),
        "mod, house rules": text_of("mod", building=2, discards=1, **SMALL),
        "mod, unfinished": text_of("mod", 9),
        "dice": text_of("dice", target=20),
        "dice, one wild, unfinished": text_of("dice", 15, players=4, wild_faces=1),
    }


CORPUS = corpus()
in_corpus = pytest.mark.parametrize("name", CORPUS)


def replayed(text: str) -> Game:
    game = skipbo.replay(text)
    assert isinstance(game, Game)
    return game


def judge(text: str) -> RecordError | None:
    """A text is either a valid record, which can be written again, or is refused in one way."""
    try:
        game = replayed(text)
    except RecordError as error:
        return checked(error, text)
    again = replayed(game.record(secret=True).dumps())
    assert state_bytes(again) == state_bytes(game)
    return None


def checked(error: RecordError, text: str) -> RecordError:
    assert 0 <= error.line <= len(text.splitlines())
    assert str(error).startswith(f"line {error.line}: ") == bool(error.line)
    return error


def number_of(text: str, start: str, nth: int = 0) -> int:
    """The number of the nth line that begins so."""
    return [i for i, line in enumerate(text.splitlines(), 1) if line.startswith(start)][nth]


def with_line(text: str, number: int, *new: str) -> str:
    """The text with other lines, or none, in the place of one."""
    lines = text.splitlines()
    return "\n".join([*lines[: number - 1], *new, *lines[number:]]) + "\n"


# --- Round trips


@pytest.mark.parametrize("edition", EDITIONS)
@given(data=st.data(), seed=seeds, moves=st.integers(0, 120), secret=st.booleans())
@settings(STEADY, max_examples=30)
def test_round_trips(
    edition: str, data: st.DataObject, seed: int | bytes, moves: int, secret: bool
) -> None:
    rules = data.draw(all_rules(edition))
    called = data.draw(st.just([]) | names(rules.players))
    game = new_game(rules, seed, called)
    play_on(game, moves, moves)
    record = game.record(secret)
    text = record.dumps()
    assert Record.loads(text) == record
    assert Record.loads(text).dumps() == text
    again = replayed(text)
    assert (again.rules, again.names) == (game.rules, game.names)
    assert again.events == game.events
    assert state_bytes(again) == state_bytes(game)
    if game.over or secret:
        assert again.record(secret) == record


@in_corpus
def test_comments_blank_lines_and_line_ends_change_nothing(name: str) -> None:
    text = CORPUS[name]
    record = Record.loads(text)
    spread = "\n\n# a comment: 5\n" + text.replace("\n", "  \n\n   # shuffle: 1 2 3\n \t")
    for same in (spread, text.replace("\n", "\r\n"), text.strip(), text.replace(":", " : ", 1)):
        assert Record.loads(same) == record
        assert state_bytes(replayed(same)) == state_bytes(replayed(text))


def test_only_what_a_table_chose_is_written() -> None:
    text = skipbo.new("classic", players=5, seed=1, stock=7, refill="none").record().dumps()
    head = [line for line in text.splitlines() if not line.startswith(("seat", "shuffle", "commi"))]
    assert head == [HEADER, "edition: classic", "players: 5", "stock: 7", "refill: none"]


def test_the_seed_is_written_after_the_end_only() -> None:
    game = skipbo.new("dice", seed=3)
    play_on(game, 5, 1)
    assert "seed:" not in game.record().dumps()
    assert "seed:" in game.record(secret=True).dumps()
    assert f"commitment: {game.commitment}" in game.record().dumps()
    play_on(game, 10_000, 1, ("greedy",))
    assert game.over
    assert "seed:" in game.record().dumps()


def test_a_game_without_its_seed_goes_on_by_fresh_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.urandom", random.Random(1).randbytes)
    game = replayed(CORPUS["mod, unfinished"])
    assert game.record().dumps() == CORPUS["mod, unfinished"]
    play_on(game, 1000, 1, ("greedy",))
    assert game.over
    assert state_bytes(replayed(game.record().dumps())) == state_bytes(game)


# --- Damage, everywhere


def test_the_corpus_itself_is_sound() -> None:
    assert all(judge(text) is None for text in CORPUS.values())
    assert sum("result:" in text for text in CORPUS.values()) == 8
    assert any("blocked" in text for text in CORPUS.values())


@in_corpus
def test_lines_deleted_doubled_or_exchanged(name: str) -> None:
    lines = CORPUS[name].splitlines()
    for i, line in enumerate(lines):
        judge("\n".join(lines[:i] + lines[i + 1 :]))
        judge("\n".join([*lines[:i], line, *lines[i:]]))
        for j in (i + 1, len(lines) - 1):
            changed = lines.copy()
            changed[i], changed[j % len(lines)] = changed[j % len(lines)], changed[i]
            judge("\n".join(changed))


@in_corpus
def test_cut_off_anywhere(name: str) -> None:
    text = CORPUS[name]
    step = 1 + len(text) // 400
    for i in range(0, len(text), step):
        judge(text[:i])
        if i % 5 == 0:
            judge(text[i:])


@in_corpus
def test_any_character_changed(name: str) -> None:
    rng = random.Random(name)
    letters = "0123456789WwhsbdpP>:#,-= \n\t\0\x1b\u2028\ufeffé\u0661²½🂡\udc80"
    text = CORPUS[name]
    for _ in range(250):
        i = rng.randrange(len(text))
        judge(text[:i] + rng.choice(letters) + text[i + rng.randrange(2) :])


@in_corpus
def test_words_exchanged_and_numbers_changed(name: str) -> None:
    """What reads well, but is not what happened."""
    rng = random.Random(name)
    lines = CORPUS[name].splitlines()
    for _ in range(150):
        changed = lines.copy()
        i = rng.randrange(len(lines))
        words = changed[i].split(" ")
        one, other = rng.randrange(len(words)), rng.randrange(len(words))
        words[one], words[other] = words[other], words[one]
        if rng.random() < 0.5:
            words[one] = words[one].translate(str.maketrans("0123456789", "1234567890"))
        changed[i] = " ".join(words)
        judge("\n".join(changed))


GARBAGE = [
    "",
    ":",
    "::::",
    "0:",
    "9: h1>b1",
    "-1: h1>b1",
    "1.0: h1>b1",
    "\u0660: h1>b1",
    "²: h1>b1",
    "99999999999999999999: h1>b1",
    "9" * 5000 + ": h1>b1",
    "0: " + "h1>b1 " * 3000,
    "0: " + "9" * 5000,
    "0: hW>b1\0",
    "shuffle:",
    "shuffle: " + "1 " * 5000,
    "shuffle: \u0661 \u0662 \u0663",
    "roll:",
    "roll: " + "9" * 5000,
    "roll: -1",
    "result:",
    "result: seat 9 wins, 1 points",
    "seed:",
    "seed: " + "z" * 64,
    "seed: " + "\u0660" * 64,
    "seed: " + "0" * 63,
    "commitment: " + "0" * 66,
    "commitment: " + "A" * 64,
    "players: 2",
    "players: -3",
    "players: \u0663",
    "players: 2.0",
    "players: " + "9" * 5000,
    "stock: 0",
    "stock: 1e3",
    "first: -1",
    "partners: maybe",
    "refill: everything",
    "short: yes",
    "die: yes",
    "cards: 3",
    "target: 99999999999999999999999",
    "seat 0: Zoe",
    "seat 0:",
    "seat 5: Zoe",
    "seat -1: Zoe",
    "seat \u0661: Zoe",
    "seat 0: " + "x" * 41,
    "seat 0: a\x1bb",
    "edition: classic",
    "edition: chess",
    "edition:",
    HEADER,
    "skipbo record 2",
    "{}",
    '{"rules": 1}',
    "\0\0\0\0",
    "\ud800",
    "x" * 100_000,
]


@in_corpus
def test_garbage_between_the_lines(name: str) -> None:
    lines = CORPUS[name].splitlines()
    places = sorted({0, 1, 2, 3, 5, len(lines) // 2, len(lines)})
    for garbage in GARBAGE:
        for i in places:
            judge("\n".join([*lines[:i], garbage, *lines[i:]]))


@in_corpus
def test_garbage_instead_of_a_line(name: str) -> None:
    text = CORPUS[name]
    for i in range(1, len(text.splitlines()) + 1, 3):
        for garbage in GARBAGE[i % 4 :: 4]:
            judge(with_line(text, i, garbage))


@given(data=st.binary(max_size=300), header=st.booleans())
@settings(STEADY, max_examples=100)
def test_any_bytes_at_all(data: bytes, header: bool) -> None:
    text = data.decode("latin-1")
    judge(f"{HEADER}\n{text}" if header else text)


@given(text=st.text(max_size=200), header=st.booleans())
@settings(STEADY, max_examples=100)
def test_any_text_at_all(text: str, header: bool) -> None:
    judge(f"{HEADER}\nedition: classic\n{text}" if header else text)


@pytest.mark.parametrize("no_text", [None, 5, b"skipbo record 1", ["skipbo record 1"], object()])
def test_what_is_no_text(no_text: Any) -> None:
    for read in (skipbo.replay, skipbo.verify, Record.loads, unseal):
        with pytest.raises(RecordError):
            read(no_text)


# --- Damage, aimed at one line


def refused(text: str, line: int, words: str) -> None:
    with pytest.raises(RecordError, match=words) as error:
        skipbo.replay(text)
    assert error.value.line == line


CLASSIC, MOD, DICE = CORPUS["classic"], CORPUS["mod"], CORPUS["dice"]


@pytest.mark.parametrize("text", ["", "\n\n", "# only a comment\n"])
def test_an_empty_file(text: str) -> None:
    refused(text, 0, "does not begin with")


def test_another_header() -> None:
    refused(with_line(CLASSIC, 1, "skipbo record 2"), 1, "does not begin with")
    refused(with_line(CLASSIC, 1, "", "# hello", "skip-bo"), 3, "does not begin with")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("stock: 999", "stock must be 1 to 254, not 999"),
        ("stock: many", "stock must be 1 to 254, not 'many'"),
        ("stock: 100", "stock must be 1 to 81, not 100"),
        ("first: 2", "first must be 0 to 1"),
        ("partners: yes", "partners needs 4 or 6 players"),
        ("refill: often", "refill must be beneath or none"),
        ("wild_faces: 1", "classic has no option 'wild_faces'"),
        ("colour: red", "'colour' is not known"),
        ("players: 3", "a second 'players'"),
        ("just words", "expected 'name: value'"),
    ],
)
def test_a_bad_option(line: str, words: str) -> None:
    head = f"{HEADER}\nedition: classic\nplayers: 2\n"
    refused(f"{head}{line}\nshuffle: 1 2 3\n", 4, words)
    refused(f"{head}# a comment\n\n{line}\nshuffle: 1 2 3\n", 6, words)
    if "players" not in line and "needs" not in words:
        refused(f"{head}{line}\ntarget: 100\nhand: 4\nshuffle: 1 2 3\n", 4, words)


def test_an_option_after_the_first_event() -> None:
    number = number_of(CLASSIC, "0:")
    refused(with_line(CLASSIC, number, "target: 9"), number, "before the first shuffle")


def test_an_unknown_or_missing_edition() -> None:
    refused(with_line(CLASSIC, 2, "edition: chess"), 2, "there is no edition 'chess'")
    refused(with_line(CLASSIC, 2), 0, "the edition is missing")


def test_bad_seats() -> None:
    ana, ben = number_of(CLASSIC, "seat 0"), number_of(CLASSIC, "seat 1")
    refused(with_line(CLASSIC, ben), ana, "1 seats are named, but 2 play")
    refused(with_line(CLASSIC, ana), ana, "not numbered from 0")
    refused(with_line(CLASSIC, ben, "seat 0: Ana"), ben, "a second 'seat 0'")
    refused(with_line(CLASSIC, ben, "seat 6: Ana"), ben, "is not known")


@pytest.mark.parametrize("name", ["", "x" * 41, "bell\x07", "left\u200eright"])
def test_bad_names(name: str) -> None:
    number = number_of(CLASSIC, "seat 1")
    refused(with_line(CLASSIC, number, f"seat 1: {name}"), number, "name")


def test_an_edited_move() -> None:
    for start in ("0:", "1:"):
        number = number_of(CLASSIC, start)
        moves = CLASSIC.splitlines()[number - 1].split()[1:]
        for bad, words in [
            ("pd1>b1", "there are no partners"),
            ("pass", "ends with a discard"),
            ("die-draw:0", "without the die"),
            ("stop", "not a move of cards"),
            ("h99>b1", "is not a move"),
        ]:
            refused(with_line(CLASSIC, number, f"{start} {bad}"), number, words)
            line = " ".join([start, *moves[:-1], bad])
            refused(with_line(CLASSIC, number, line), number, words)


def test_a_wrong_seat() -> None:
    number = number_of(CLASSIC, "0:")
    line = CLASSIC.splitlines()[number - 1]
    refused(with_line(CLASSIC, number, "1" + line[1:]), number, "it is seat 0's turn, not seat 1's")
    refused(with_line(CLASSIC, number, "7" + line[1:]), number, "there is no seat '7'")


def test_a_missing_shuffle_or_roll() -> None:
    number = number_of(CLASSIC, "shuffle:")
    refused(with_line(CLASSIC, number), number, "a shuffle is missing before this")
    number = number_of(MOD, "roll:", 1)
    refused(with_line(MOD, number), number, "a roll is missing before this")
    number = number_of(DICE, "roll:", 1)
    refused(with_line(DICE, number), number, "a roll is missing before this")


def test_a_shuffle_of_other_cards() -> None:
    number = number_of(CLASSIC, "shuffle:")
    line = CLASSIC.splitlines()[number - 1]
    refused(with_line(CLASSIC, number, line + " 7"), number, "not among them 1 x '7'")
    refused(with_line(CLASSIC, number, line + " 13"), number, "not among them 1 x '13'")
    refused(with_line(CLASSIC, number, line.replace(" W", "", 1)), number, "missing 1 x 'W'")
    refused(with_line(CLASSIC, number, line.replace(" W", " 1", 1)), number, "missing 1 x 'W'; not")


def test_a_shuffle_or_roll_too_many() -> None:
    shuffle = number_of(CLASSIC, "shuffle:")
    line = CLASSIC.splitlines()[shuffle - 1]
    refused(with_line(CLASSIC, shuffle, line, line), shuffle + 1, "no shuffle or roll is due")
    roll = number_of(MOD, "roll:")
    line = MOD.splitlines()[roll - 1]
    refused(with_line(MOD, roll, line, line), roll + 1, "no shuffle or roll is due")


@pytest.mark.parametrize("face", ["1-3", "4", "13-16", "discard", "w", "-1", "1-4 5-8", ""])
def test_an_impossible_roll_of_mods_die(face: str) -> None:
    number = number_of(MOD, "roll:")
    refused(with_line(MOD, number, f"roll: {face}"), number, "cannot be rolled|1 dice are rolled")


def test_a_roll_where_there_is_no_die() -> None:
    number = number_of(CLASSIC, "0:")
    refused(with_line(CLASSIC, number, "roll: 1-4"), number, "no shuffle or roll is due here")


def test_an_impossible_roll_of_dice() -> None:
    """The first five dice are four green ones (1-4) and a red one (5-8), in that order."""
    number = number_of(DICE, "roll:")
    good = DICE.splitlines()[number - 1].split()[1:]
    for place in range(5):
        for face in ("9", "10", "11", "12", "13", "0", "Wp", "W", "-g", "-1", "x"):
            dice = " ".join([*good[:place], face, *good[place + 1 :]])
            line = f"roll: {dice}"
            refused(with_line(DICE, number, line), number, "cannot be rolled|not a face")
    refused(with_line(DICE, number, f"roll: {' '.join(good[:4])}"), number, "5 dice are rolled")
    refused(with_line(DICE, number, f"roll: {' '.join(good)} 1"), number, "5 dice are rolled")


def test_a_wrong_result() -> None:
    for text in (CLASSIC, MOD, DICE):
        number = number_of(text, "result:")
        for result in ("seat 0 wins, 1 points", "blocked, no points", "a draw", ""):
            line = f"result: {result}"
            refused(with_line(text, number, line), number, "but the moves give")
    unfinished = CORPUS["mod, unfinished"] + "result: seat 0 wins, 25 points\n"
    refused(unfinished, len(unfinished.splitlines()), "but the game is not over")


def test_a_missing_result() -> None:
    number = number_of(CLASSIC, "result:")
    refused(with_line(CLASSIC, number), number - 1, "there is no result, but the moves give 'seat")


@pytest.mark.parametrize("key", ["seed", "result", "commitment"])
def test_a_second_ending(key: str) -> None:
    number = number_of(CLASSIC, key)
    line = CLASSIC.splitlines()[number - 1]
    refused(with_line(CLASSIC, number, line, line), number + 1, f"a second {key}")


@pytest.mark.parametrize("key", ["seed", "commitment"])
@pytest.mark.parametrize("value", ["", "12", "0" * 63, "0" * 65, "G" * 64, "A" * 64, "00 " * 32])
def test_no_hexadecimal_digits(key: str, value: str) -> None:
    number = number_of(CLASSIC, key)
    refused(with_line(CLASSIC, number, f"{key}: {value}"), number, f"a {key} is 64 hexadecimal")


def test_nothing_happens_after_the_end() -> None:
    lines = len(CLASSIC.splitlines())
    for line in ("0: h1>d1", "shuffle: 1 2 3", "roll: W"):
        refused(f"{CLASSIC}{line}\n", lines + 1, "nothing can happen after the end")
    number = number_of(CLASSIC, "result:")
    refused(with_line(CLASSIC, number, "0: h1>d1"), number, "the game is over")


def test_a_record_that_ends_where_chance_is_due() -> None:
    last = number_of(MOD, "roll:", -1)
    text = "\n".join(MOD.splitlines()[: last - 1])
    refused(text, last - 1, "the record ends where a roll is due")
    head = CLASSIC.splitlines()[: number_of(CLASSIC, "shuffle:") - 1]
    refused("\n".join(head), 0, "the record ends where a shuffle is due")


def test_a_refusal_is_short() -> None:
    """However long the garbage is."""
    for garbage in GARBAGE:
        error = judge(f"{HEADER}\n{garbage}\n")
        assert error is not None
        assert len(str(error)) < 400


# --- Checking that the deal was fair


def finished(edition: str, **options: Any) -> str:
    return text_of(edition, seed=11, **options)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", [2, 4, 6])
def test_an_honest_record_is_verified(edition: str, players: int) -> None:
    options: dict[str, Any] = {"target": 15} if edition == "dice" else {"stock": 3}
    skipbo.verify(finished(edition, players=players, **options))
    if edition != "dice" and players > 2:
        skipbo.verify(finished(edition, players=players, partners=True, **options))
    if edition != "dice":
        skipbo.verify(finished(edition, players=players, refill="none", **SMALL))


def test_an_unfinished_game_is_verified_with_its_seed_only() -> None:
    game = skipbo.new("mod", seed=5)
    play_on(game, 20, 1)
    skipbo.verify(game.record(secret=True).dumps())
    not_verified(game.record().dumps(), 0, "it has no seed")


def not_verified(text: str, line: int, words: str) -> None:
    with pytest.raises(RecordError, match=words) as error:
        skipbo.verify(text)
    assert error.value.line == line


@pytest.mark.parametrize("name", [name for name, text in CORPUS.items() if "result:" in text])
def test_another_seed_or_commitment_is_not_verified(name: str) -> None:
    text = CORPUS[name]
    skipbo.verify(text)
    seed, commitment = number_of(text, "seed:"), number_of(text, "commitment:")
    not_verified(with_line(text, seed), 0, "it has no seed")
    not_verified(with_line(text, commitment), 0, "it has no commitment")
    other = skipbo.new("classic", seed=99).chance.seed.hex()  # type: ignore[attr-defined]
    for number, line in ((seed, f"seed: {other}"), (commitment, f"commitment: {other}")):
        changed = with_line(text, number, line)
        refused(changed, seed, "not the one that was committed to")
        not_verified(changed, seed, "not the one that was committed to")


def test_another_seed_with_its_own_commitment_is_not_verified() -> None:
    for text in (CLASSIC, MOD, DICE):
        other = skipbo.new("classic", seed=99)
        seed, commitment = number_of(text, "seed:"), number_of(text, "commitment:")
        changed = with_line(text, seed, f"seed: {other.chance.seed.hex()}")  # type: ignore[attr-defined]
        changed = with_line(changed, commitment, f"commitment: {other.commitment}")
        assert judge(changed) is None
        first = min(number_of(text, key) for key in ("shuffle:", "roll:") if f"\n{key}" in text)
        not_verified(changed, first, "this is not what the seed gives")


def one_word_changed(text: str, key: str, faces: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Every way to change one word of a line of chance, with the line's number."""
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith(key):
            words = line.split()[1:]
            for i, word in enumerate(words):
                for face in faces:
                    if face != word:
                        new = " ".join([key, *words[:i], face, *words[i + 1 :]])
                        yield number, with_line(text, number, new)


@pytest.mark.parametrize("edition", ["classic", "mod"])
def test_two_cards_exchanged_are_not_verified(edition: str) -> None:
    """Even where no move shows it: stock cards that nobody came to."""
    text = finished(edition, stock=8)
    number = number_of(text, "shuffle:")
    cards = text.splitlines()[number - 1].split()[1:]
    found = 0
    for i in range(len(cards) - 1):
        changed = cards.copy()
        changed[i], changed[i + 1] = changed[i + 1], changed[i]
        other = with_line(text, number, f"shuffle: {' '.join(changed)}")
        if changed != cards and judge(other) is None:
            found += 1
            not_verified(other, number, "this is not what the seed gives")
    assert found > 10


@pytest.mark.parametrize(
    ("edition", "faces"),
    [("mod", ["1-4", "W", "draw1"]), ("dice", ["1", "4", "7", "8", "9", "12", "Wg", "Wr", "Wp"])],
)
def test_another_roll_is_not_verified(edition: str, faces: list[str]) -> None:
    text = MOD if edition == "mod" else DICE
    found = 0
    for number, changed in one_word_changed(text, "roll:", faces):
        if judge(changed) is None:
            found += 1
            not_verified(changed, number, "this is not what the seed gives")
    assert found > 10


def test_a_damaged_record_is_not_verified() -> None:
    number = number_of(CLASSIC, "0:")
    not_verified(with_line(CLASSIC, number, "0: pass"), number, "ends with a discard")


# --- Sealed


@given(text=st.text(st.characters(exclude_categories=["Cs"]), max_size=300))
@settings(STEADY, max_examples=50)
def test_what_is_sealed_can_be_opened(text: str) -> None:
    assert unseal(seal(text)) == text


@in_corpus
def test_a_sealed_record_shows_nothing(name: str) -> None:
    sealed = seal(CORPUS[name])
    assert unseal(sealed) == CORPUS[name]
    assert "shuffle" not in sealed
    assert "Player" not in sealed
    assert max(map(len, sealed.splitlines())) <= 76
    with pytest.raises(RecordError):
        skipbo.replay(sealed)


@in_corpus
def test_a_damaged_seal(name: str) -> None:
    """It is refused, or still gives the whole text."""
    rng = random.Random(name)
    sealed = seal(CORPUS[name])
    damaged = [sealed[:i] for i in range(0, len(sealed), 9)]
    damaged += [sealed[i:] for i in range(1, len(sealed), 50)]
    for _ in range(200):
        i = rng.randrange(len(sealed))
        letter = rng.choice("Aa0+/=#:-\n\0é\u0661\ud800")
        damaged.append(sealed[:i] + letter + sealed[i + rng.randrange(2) :])
    for text in damaged:
        with suppress(RecordError):
            assert unseal(text) == CORPUS[name]


@pytest.mark.parametrize(
    "text", ["", "skipbo save 2\nAAAA", "skipbo save 1", "skipbo save 1\n====", "skipbo save 1\né"]
)
def test_what_was_never_sealed(text: str) -> None:
    with pytest.raises(RecordError):
        unseal(text)
