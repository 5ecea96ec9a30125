"""States of phases are written anew with every act, and lie outside their row (in its TOAST table).

The row itself is nearly always updated in place; what is left over of the old states waits for
autovacuum, which by itself comes only when a fifth of all states of all time has been written anew.
The figures stand in docs/performance.md.
"""

from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [("campaigns", "0012_stumbling")]

    operations = [
        migrations.RunSQL(
            "ALTER TABLE campaigns_phase SET ("
            "toast.autovacuum_vacuum_scale_factor = 0.01, toast.autovacuum_vacuum_threshold = 2000)",
            "ALTER TABLE campaigns_phase RESET ("
            "toast.autovacuum_vacuum_scale_factor, toast.autovacuum_vacuum_threshold)",
        ),
    ]
