"""What is left of old states is tidied away before it piles up."""

import pytest
from django.db import connection


@pytest.mark.django_db
def test_states_of_phases_do_not_wait_for_a_fifth_of_all_of_them() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT toast.reloptions FROM pg_class AS phase"
            " JOIN pg_class AS toast ON toast.oid = phase.reltoastrelid"
            " WHERE phase.oid = 'campaigns_phase'::regclass"
        )
        (options,) = cursor.fetchone()
    assert sorted(options) == [
        "autovacuum_vacuum_scale_factor=0.01", "autovacuum_vacuum_threshold=2000",
    ]  # fmt: skip
