"""What a notification is about has columns of its own, instead of one number whose meaning hung on its kind: the log
entry, the message, the webhook, the moment, and which of several it is.
"""

from typing import ClassVar

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

POINT = """
-- A reminder had its deadline in seconds and its place among them, as did what is told again while a campaign waits.
UPDATE campaigns_notification AS letter SET moment = to_timestamp(letter.number / 10), nth = letter.number % 10
    WHERE letter.kind = 'reminder' OR (letter.kind IN ('stuck', 'missed') AND letter.number >= 10000000000);
-- A failure that the log does not tell had the second in which it happened.
UPDATE campaigns_notification AS letter SET moment = to_timestamp(letter.number)
    WHERE letter.kind = 'stumbled' AND letter.number >= 1000000000;
UPDATE campaigns_notification AS letter SET nth = letter.number WHERE letter.kind = 'secretly';
UPDATE campaigns_notification AS letter SET message_id = message.id FROM campaigns_pressmessage AS message
    WHERE letter.kind IN ('press', 'announced', 'public') AND message.id = letter.number;
UPDATE campaigns_notification AS letter SET webhook_id = webhook.id
    FROM campaigns_webhook AS webhook, campaigns_phase AS phase
    WHERE letter.kind = 'channel' AND phase.id = letter.phase_id
        AND webhook.campaign_id = phase.campaign_id AND webhook.number = letter.number;
UPDATE campaigns_notification AS letter SET entry_id = entry.id
    FROM campaigns_logentry AS entry, campaigns_phase AS phase
    WHERE letter.moment IS NULL AND letter.kind NOT IN ('secretly', 'press', 'announced', 'public', 'channel')
        AND phase.id = letter.phase_id AND entry.campaign_id = phase.campaign_id AND entry.seq = letter.number;
-- What it was about is gone: there is nothing to tell.
DELETE FROM campaigns_notification AS letter
    WHERE letter.number <> 0 AND letter.kind <> 'secretly' AND letter.moment IS NULL
        AND letter.entry_id IS NULL AND letter.message_id IS NULL AND letter.webhook_id IS NULL;
SET CONSTRAINTS ALL IMMEDIATE;
SET CONSTRAINTS ALL DEFERRED;
"""


def _key(to: str, on_delete: object) -> models.ForeignKey:
    return models.ForeignKey(blank=True, null=True, on_delete=on_delete, related_name="+", to=to)


class Migration(migrations.Migration):
    """Adds the columns, fills them and drops the number."""

    dependencies: ClassVar = [
        ("campaigns", "0002_guards"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]
    operations: ClassVar = [
        *(
            migrations.RemoveConstraint("notification", name)
            for name in (
                "a_person_is_told_each_thing_once",
                "a_device_is_told_each_thing_once",
                "the_site_is_told_each_thing_once",
            )
        ),
        migrations.RenameField("notification", "entry", "number"),
        migrations.AlterField("notification", "kind", models.CharField(max_length=12)),
        migrations.AddField(
            "notification", "entry", _key("campaigns.logentry", django.db.models.deletion.PROTECT)
        ),
        migrations.AddField(
            "notification",
            "message",
            _key("campaigns.pressmessage", django.db.models.deletion.CASCADE),
        ),
        migrations.AddField(
            "notification", "webhook", _key("campaigns.webhook", django.db.models.deletion.CASCADE)
        ),
        migrations.AddField(
            "notification", "moment", models.DateTimeField(blank=True, null=True)
        ),
        migrations.AddField("notification", "nth", models.PositiveIntegerField(default=0)),
        migrations.RunSQL(POINT, migrations.RunSQL.noop),
        migrations.RemoveField("notification", "number"),
        migrations.AddConstraint(
            "notification",
            models.UniqueConstraint(
                fields=[
                    *("phase", "person", "device", "kind"),
                    *("entry", "message", "webhook", "moment", "nth"),
                ],
                name="each_is_told_each_thing_once",
                nulls_distinct=False,
            ),
        ),
        migrations.AlterField(
            "webhookpost", "trouble", models.CharField(blank=True, max_length=300)
        ),
    ]
