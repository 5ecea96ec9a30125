"""Dice: known vectors, fairness of the reading, and the chain that anybody can check."""

import hashlib
import hmac
import itertools
from collections import Counter

import pytest

from rules.kernel.dice import (
    LoadedDice,
    NoDice,
    Roll,
    SealedDice,
    chain_link,
    face,
    follows,
    phase_key,
)
from rules.kernel.errors import DiceMismatch

KEY = bytes(range(32))
VECTOR_TURKEY = [3, 4, 2, 5, 3, 4, 5, 1, 1, 4]
VECTOR_USAT = [7, 9, 7, 10, 6, 7, 8, 2, 5, 9]
VECTOR_KEY = "8cca3739c183d149248ba1369d1683b787bfe1bb0839a657ebc14e0204867779"
VECTOR_LINK = "a7e130694166cdb95b1e1bbce3f21e4dbd63f46df42b48c5a1f8295033d57d04"


def test_a_face_is_the_first_word_of_the_hmac_below_the_limit():
    digest = hmac.new(KEY, b"turkey|1", hashlib.sha256).digest()
    assert face(KEY, "turkey", 1, 6) == int.from_bytes(digest[:4], "big") % 6 + 1


def test_known_vectors_stay_what_they_are():
    """Campaigns are verified for years: these values may never change."""
    assert [face(KEY, "turkey", number, 6) for number in range(1, 11)] == VECTOR_TURKEY
    assert [face(KEY, "usat", number, 10) for number in range(1, 11)] == VECTOR_USAT
    assert phase_key(KEY, [b"b", b"a"]).hex() == VECTOR_KEY
    assert chain_link(b"seed", 3, 1).hex() == VECTOR_LINK


def test_words_above_the_limit_are_skipped_so_that_no_face_is_favoured():
    """With just under 2 to the 32 sides about half of all words must be passed over."""
    sides = (1 << 31) + 1
    for number in range(1, 50):
        digest = hmac.new(KEY, f"w|{number}".encode(), hashlib.sha256).digest()
        words = [int.from_bytes(digest[start : start + 4], "big") for start in range(0, 32, 4)]
        usable = [word for word in words if word < sides]
        if usable:
            assert face(KEY, "w", number, sides) == usable[0] % sides + 1


def test_every_face_comes_about_equally_often():
    counted = Counter(face(KEY, "fair", number, 6) for number in range(1, 6001))
    assert set(counted) == {1, 2, 3, 4, 5, 6}
    assert all(880 < count < 1120 for count in counted.values())


def test_rolls_are_numbered_through_the_phase_and_written_down():
    dice = SealedDice(KEY)
    values = [dice.roll("turkey"), dice.roll("usat", 10)]
    assert values == [face(KEY, "turkey", 1, 6), face(KEY, "usat", 2, 10)]
    assert dice.rolls == [Roll("turkey", 1, 6, values[0]), Roll("usat", 2, 10, values[1])]


def test_an_act_goes_on_counting_where_the_phase_stopped():
    later = SealedDice(KEY, already=4)
    assert later.roll("commerce") == face(KEY, "commerce", 5, 6)


def test_two_sets_of_dice_share_nothing():
    first, second = SealedDice(KEY), SealedDice(KEY)
    first.roll("a")
    assert second.rolls == []


def test_the_key_of_a_phase_does_not_depend_on_the_order_of_nonces():
    assert phase_key(KEY, [b"one", b"two"]) == phase_key(KEY, [b"two", b"one"])


def test_every_nonce_changes_the_key():
    keys = {phase_key(KEY, nonces) for nonces in ([], [b"a"], [b"b"], [b"a", b"b"])}
    assert len(keys) == 4


def test_each_link_of_the_chain_hashes_to_the_one_published_before():
    links = [chain_link(b"s" * 32, 5, used) for used in range(6)]
    assert links[5] == b"s" * 32
    for before, link in itertools.pairwise(links):
        assert follows(link, before)
        assert not follows(before, link)


def test_loaded_dice_show_their_values_in_order_and_know_what_is_left():
    dice = LoadedDice([3, 5])
    assert dice.roll("first") == 3
    assert dice.left == [5]


def test_loaded_dice_that_run_out_name_the_roll():
    with pytest.raises(DiceMismatch, match="No loaded die is left for 'turkey'"):
        LoadedDice().roll("turkey")


def test_a_loaded_value_must_fit_the_die():
    with pytest.raises(DiceMismatch, match="6 sides cannot show 7"):
        LoadedDice([7]).roll("turkey")


def test_what_must_not_roll_cannot():
    with pytest.raises(DiceMismatch, match="none may be thrown"):
        NoDice().roll("turkey")
