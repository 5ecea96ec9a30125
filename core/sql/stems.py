"""Word stems, as the dictionaries that come with PostgreSQL cut them: *surrendered* and *surrenders* are one."""

from collections.abc import Iterable

from django.db import connection

DICTIONARIES = {"en": "english_stem", "de": "german_stem"}
"""By the language of the words. Of a word that says nothing (*the*) they leave no stem."""

_CUT = "SELECT word, ts_lexize(%s::regdictionary, word) FROM unnest(%s::text[]) AS word"


def stems(words: Iterable[str], language: str = "en") -> dict[str, str]:
    """The stem of each word, in small letters; an empty one where a word says nothing. All of them by one
    statement. Words of a language without a dictionary are their own stems.
    """
    wanted = sorted({word.lower() for word in words})
    dictionary = DICTIONARIES.get(language)
    if dictionary is None or not wanted:
        return {word: word for word in wanted}
    with connection.cursor() as cursor:
        cursor.execute(_CUT, (dictionary, wanted))
        return {word: stem[0] if stem else "" for word, stem in cursor.fetchall()}
