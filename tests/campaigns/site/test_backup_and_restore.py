"""A true backup, brought back into another database: what was thrown since is not thrown again."""

import json
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection

from campaigns.models import LogEntry, Phase
from config.supervision.services import postgres_binary
from tests.support.books.tiny_book import NAME
from tests.support.campaigns import Passing, Table
from tests.support.exports.files import faults, file_of

NONCE = "7" * 64


def program(name: str, database: str, *arguments: str) -> None:
    """Run a client program of PostgreSQL on the server of this test."""
    given = connection.settings_dict
    where = {"PGHOST": "HOST", "PGPORT": "PORT", "PGUSER": "USER", "PGPASSWORD": "PASSWORD"}
    env = {name: str(given[part]) for name, part in where.items() if given[part]}
    command = [postgres_binary(name), "--dbname", database, *arguments]
    done = subprocess.run(
        command, env=os.environ | env, capture_output=True, text=True, check=False
    )
    # A server that is older than the program does not know all that a dump sets beforehand.
    unknown = "unrecognized configuration parameter" in done.stderr
    assert done.returncode == 0 or unknown, done.stderr


@contextmanager
def restored(dump: Path) -> Iterator[None]:
    """This process on a new database with what is in the dump."""
    own, other = connection.settings_dict["NAME"], f"{connection.settings_dict['NAME']}_restored"
    with connection.cursor() as cursor:
        cursor.execute(f'DROP DATABASE IF EXISTS "{other}"')
        cursor.execute(f'CREATE DATABASE "{other}"')
    program("pg_restore", other, "--no-owner", str(dump))
    connection.close()
    connection.settings_dict["NAME"] = other
    Passing.by = timedelta()  # the table's clock stands as it did when the backup was made
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = own
        with connection.cursor() as cursor:
            cursor.execute(f'DROP DATABASE "{other}"')


def play_the_second_phase(table: Table) -> tuple[str, str]:
    """The link and the rolls of a phase in which everybody seals the same, nonce included."""
    table.seal_all(NAME, nonce=NONCE)
    table.advance()
    phase = Phase.objects.get(campaign__slug=table.slug, number=2)
    entry = LogEntry.objects.get(kind="orders.released", phase=phase)
    return phase.link, json.dumps(json.loads(entry.body)["rolls"])


@pytest.mark.long
def test_after_a_restore_other_dice_are_thrown_and_the_whole_campaign_verifies(
    transactional_db: None, table: Table, tmp_path: Path
) -> None:
    table.play()
    table.seal("north", NAME, ready=False)
    dump = tmp_path / "backup.dump"
    program("pg_dump", connection.settings_dict["NAME"], "--format=custom", f"--file={dump}")
    known = play_the_second_phase(table)

    with restored(dump):
        call_command("after-restore", "--reason", "A disk failed.")
        last = LogEntry.objects.filter(campaign=table.campaign).order_by("-seq")[:2]
        assert [entry.kind for entry in last] == ["dice.chained", "order.voided"]
        link, _ = play_the_second_phase(table)
        # The rolls follow from it; that two of them may show the same by chance is no matter.
        assert link != known[0]
        table.let_go()
        assert faults(file_of(table)) == []
        head = table.campaign.log_hash
        call_command("after-restore", "--reason", "Said twice.")
        assert table.campaign.log_hash == head

    with restored(dump):
        # Without the command the very same dice are thrown.
        assert play_the_second_phase(table) == known
