"""Where shuffles and rolls come from: exactly as promised, evenly, and committed to beforehand."""

import hashlib
import hmac
import itertools
import math
from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.strategies import STEADY

import skipbo
from skipbo.errors import SkipboError
from skipbo.table import chance
from skipbo.table.chance import SEED_BYTES, Fresh, Seeded, seed_from
from skipbo.table.game import Roll, Shuffle

SEED = bytes(range(32))
DECK = [str(n) for n in range(1, 13) for _ in range(12)] + ["W"] * 18


def even(counts: Counter[int], places: int) -> bool:
    """Whether counts may well come from equal chances, by chi-square."""
    expected = counts.total() / places
    chi_square = sum((counts[i] - expected) ** 2 / expected for i in range(places))
    return chi_square < places + 4 * math.sqrt(2 * places)


# --- The promise of the module's text, kept a second time in other words


def promised_words(seed: bytes, event: int) -> Iterator[int]:
    for block in itertools.count():
        name = b"skipbo 1 event %d block %d" % (event, block)
        digest = hmac.new(seed, name, hashlib.sha256).digest()
        yield from (int(digest[i : i + 4].hex(), 16) for i in range(0, 32, 4))


def promised_number(words: Iterator[int], n: int) -> int:
    while True:
        word = next(words)
        if word < n * (2**32 // n):
            return word % n


def promised_shuffle(seed: bytes, event: int, cards: list[str]) -> list[str]:
    words, order = promised_words(seed, event), cards.copy()
    for last in reversed(range(1, len(cards))):
        other = promised_number(words, last + 1)
        order[last], order[other] = order[other], order[last]
    return order


def roll(chance: Seeded, event: int, dice: int) -> list[int]:
    """How dice fall whose faces are numbered from 0 on."""
    return [int(face) for face in chance.roll(event, ["012345"] * dice)]


def promised_roll(seed: bytes, event: int, dice: int) -> list[int]:
    words = promised_words(seed, event)
    return [promised_number(words, 6) for _ in range(dice)]


@given(seed=st.binary(min_size=32, max_size=32), event=st.integers(0, 10**6), n=st.integers(0, 162))
@settings(STEADY, max_examples=50)
def test_shuffles_and_rolls_are_what_was_promised(seed: bytes, event: int, n: int) -> None:
    assert Seeded(seed).shuffle(event, DECK[:n]) == promised_shuffle(seed, event, DECK[:n])
    assert roll(Seeded(seed), event, n) == promised_roll(seed, event, n)


def test_values_that_never_change() -> None:
    """Old records stay verifiable: these are written down, not computed."""
    first = hmac.new(SEED, b"skipbo 1 event 0 block 0", hashlib.sha256).hexdigest()[:8]
    assert first == "06cec04b"
    assert roll(Seeded(SEED), 0, 8) == [5, 5, 4, 2, 2, 5, 4, 0]
    assert Seeded(SEED).shuffle(1, list("abcdefgh")) == list("eachdgfb")
    assert Seeded(SEED).shuffle(0, DECK)[:8] == ["7", "8", "12", "3", "7", "7", "8", "3"]


def test_a_game_asks_for_the_deal_first_and_counts_on() -> None:
    game = skipbo.new("mod", seed=SEED)
    events = [event for event in game.events if isinstance(event, (Shuffle, Roll))]
    deck = [str(n) for n in range(1, 13) for _ in range(8)] + ["W"] * 16
    assert events[0] == Shuffle(tuple(promised_shuffle(SEED, 0, deck)))
    assert isinstance(events[1], Roll)
    faces = ["1-4", "5-8", "9-12", "W", "discard2", "draw1"]
    assert events[1] == Roll(tuple(faces[i] for i in promised_roll(SEED, 1, 1)))


def test_c10_a_later_shuffle_starts_from_the_cards_in_order() -> None:
    """Numbers ascending, wilds last, however the completed piles lay."""
    game = skipbo.new("classic", seed=SEED, ranks=3, copies=12, wilds=6, stock=15)
    greedy = skipbo.bot("greedy")
    while not game.over:
        game.play(greedy.choose(game.view(game.seat), game.legal(), Random(0)))
    shuffles = [event.faces for event in game.events if isinstance(event, Shuffle)]
    assert len(shuffles) > 1
    for number, faces in enumerate(shuffles):
        in_order = sorted(faces, key=lambda face: 99 if face == "W" else int(face))
        assert list(faces) == promised_shuffle(SEED, number, in_order)


# --- Even


def test_every_card_comes_to_every_place_equally_often() -> None:
    cards = [str(n) for n in range(12)]
    places: list[Counter[int]] = [Counter() for _ in cards]
    for event in range(3000):
        for place, card in enumerate(Seeded(SEED).shuffle(event, cards)):
            places[place][int(card)] += 1
    assert all(even(count, 12) for count in places)


def test_every_order_comes_equally_often() -> None:
    orders = {order: i for i, order in enumerate(itertools.permutations("abcd"))}
    found = Counter(orders[tuple(Seeded(SEED).shuffle(event, "abcd"))] for event in range(6000))
    assert even(found, 24)


def test_every_face_comes_equally_often() -> None:
    rolls = [roll(Seeded(SEED), event, 5) for event in range(3000)]
    assert even(Counter(fall for roll in rolls for fall in roll), 6)
    for die in range(5):
        assert even(Counter(roll[die] for roll in rolls), 6)
    assert even(Counter(6 * roll[0] + roll[1] for roll in rolls), 36)


@pytest.mark.parametrize("n", range(1, 164))
def test_each_number_has_exactly_as_many_words_as_the_others(n: int) -> None:
    """Words past the last full n are skipped; those before it go round evenly."""
    full = 2**32 // n * n
    last_round = range(full - n, full)
    assert [chance._below(n, iter([word])) for word in last_round] == list(range(n))
    assert [chance._below(n, iter([word])) for word in range(n)] == list(range(n))
    for word in range(full, 2**32):
        stream = iter([word, word, 2**32 - 1, n - 1, 0])
        assert chance._below(n, stream) == n - 1
        assert list(stream) == [0]


def test_a_roll_skips_words_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """2**32 is four more than a multiple of six."""

    def stubbed(self: Seeded, event: int) -> Iterator[int]:
        return iter([2**32 - 1, 4, 2**32 - 2, 9, 6])

    monkeypatch.setattr(Seeded, "_words", stubbed)
    assert roll(Seeded(SEED), 0, 3) == [4, 3, 0]


# --- Different seeds, different events


def test_events_differ() -> None:
    shuffles = {tuple(Seeded(SEED).shuffle(event, DECK)) for event in range(200)}
    assert len(shuffles) == 200
    rolls = {tuple(roll(Seeded(SEED), event, 30)) for event in range(200)}
    assert len(rolls) == 200


def test_the_same_event_is_the_same_again() -> None:
    """Whatever was asked before: a move that is taken back and made again brings the same cards."""
    source = Seeded(SEED)
    first = source.shuffle(3, DECK)
    roll(source, 4, 5)
    assert source.shuffle(3, DECK) == first == Seeded(SEED).shuffle(3, DECK)


def test_a_shuffle_leaves_its_cards_alone() -> None:
    cards = DECK.copy()
    assert Counter(Seeded(SEED).shuffle(0, cards)) == Counter(DECK)
    assert cards == DECK


@pytest.mark.parametrize("bit", range(0, 256, 15))
def test_each_bit_of_a_seed_counts(bit: int) -> None:
    other = (int.from_bytes(SEED, "big") ^ 1 << bit).to_bytes(32, "big")
    assert Seeded(other).shuffle(0, DECK) != Seeded(SEED).shuffle(0, DECK)
    assert Seeded(other).commitment != Seeded(SEED).commitment


# --- Seeds and commitments


def test_a_commitment_is_the_seeds_sha_256() -> None:
    assert Seeded(SEED).commitment == hashlib.sha256(SEED).hexdigest()
    game = skipbo.new("classic", seed=SEED)
    assert game.commitment == hashlib.sha256(SEED).hexdigest()


def test_a_number_as_seed() -> None:
    assert seed_from(7) == hashlib.sha256(b"skipbo seed 7").digest()
    numbers = [0, 1, -1, 7, 2**32 + 7, 2**64 + 7, 2**300, -(2**300)]
    assert len({seed_from(number) for number in numbers}) == len(numbers)
    assert all(len(seed_from(number)) == SEED_BYTES for number in numbers)


def test_a_number_too_long_to_write_out() -> None:
    """Either a seed or a refusal; not Python's own complaint about digits."""
    try:
        assert len(seed_from(10**5000)) == SEED_BYTES
    except ValueError as error:
        if not isinstance(error, SkipboError):
            raise


@pytest.mark.parametrize(
    "seed", [b"", b"short", bytes(31), bytes(33), "7", 7.0, True, [7], bytearray(32), object()]
)
def test_a_bad_seed(seed: object) -> None:
    with pytest.raises(SkipboError, match="a seed is a whole number or 32 bytes"):
        seed_from(seed)  # type: ignore[arg-type]
    for begin in (skipbo.new, skipbo.match):
        with pytest.raises(SkipboError, match="a seed is a whole number or 32 bytes"):
            begin("classic", seed=seed)  # type: ignore[arg-type]


def test_live_games_have_256_bits_from_the_operating_system(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A shuffle seeded with 32 bits could be found from the cards one sees."""
    asked: list[int] = []

    def urandom(n: int) -> bytes:
        asked.append(n)
        return bytes([len(asked)]) * n

    monkeypatch.setattr("os.urandom", urandom)
    game = skipbo.new("classic")
    assert asked == [32]
    assert isinstance(game.chance, Seeded)
    assert game.chance.seed == bytes([1]) * 32
    match = skipbo.match("deluxe")  # the cut, and the game
    assert isinstance(match.game.chance, Seeded)
    assert asked == [32] * 3


def test_two_live_games_differ() -> None:
    games = [skipbo.new("classic") for _ in range(5)]
    assert len({game.commitment for game in games}) == 5
    assert len({game.record().dumps() for game in games}) == 5
    for game in games:
        assert isinstance(game.chance, Seeded)
        assert len(game.chance.seed) == 32


def test_the_same_seed_is_the_same_game() -> None:
    for seed in (7, SEED):
        one, other = (skipbo.new("mod", players=3, seed=seed) for _ in range(2))
        assert one.record() == other.record()
    assert skipbo.new("classic", seed=7).events != skipbo.new("classic", seed=8).events


def test_fresh_chance_differs_and_is_not_committed_to() -> None:
    assert Fresh().shuffle(0, DECK) != Fresh().shuffle(0, DECK)
    assert not isinstance(Fresh(), Seeded)
    assert Fresh().commitment is None
