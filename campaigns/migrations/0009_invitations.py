"""Invitations become rows of their own, of which the database knows only a hash.

The link of a campaign that gathers players goes on working; that of one that has begun ended with
the start. Moderators whose accounts are gone leave their desks.
"""

import hashlib
from typing import Any

import django.db.models.deletion
from django.db import migrations, models


def keep_links(apps: Any, _: Any) -> None:
    """Note the hash of each link by which somebody may still come."""
    campaigns = apps.get_model("campaigns", "Campaign").objects.filter(status="gathering")
    invitations = apps.get_model("campaigns", "Invitation").objects
    for campaign in campaigns.iterator(500):
        digest = hashlib.sha256(campaign.invite_token.encode()).hexdigest()
        invitations.create(
            campaign=campaign, number=1, digest=digest, made_at=campaign.created_at
        )


def empty_desks(apps: Any, _: Any) -> None:
    """Who has deleted the account moderates no more; where nobody is left, the page says so."""
    campaign = apps.get_model("campaigns", "Campaign")
    campaign.moderators.through.objects.filter(user__deleted_at__isnull=False).delete()
    campaign.objects.filter(moderators=None).exclude(status="finished").update(unattended=True)


class Migration(migrations.Migration):
    """Adds the invitations, carries the links over, and takes the old column away."""

    dependencies = [
        ("campaigns", "0008_consent"),
        ("accounts", "0003_doors"),
    ]

    operations = [
        migrations.CreateModel(
            name="Invitation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("power", models.CharField(blank=True, max_length=40)),
                ("key", models.CharField(blank=True, max_length=16)),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("made_at", models.DateTimeField()),
                ("ends_at", models.DateTimeField(blank=True, null=True)),
                ("uses", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("used", models.PositiveIntegerField(default=0)),
                ("closed_at", models.DateTimeField(blank=True, null=True)),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="invitations",
                        to="campaigns.campaign",
                    ),
                ),
            ],
            options={"ordering": ["campaign", "number"]},
        ),
        migrations.AddConstraint(
            model_name="invitation",
            constraint=models.UniqueConstraint(
                fields=["campaign", "number"], name="invitations_of_a_campaign_have_numbers"
            ),
        ),
        migrations.RunPython(keep_links, migrations.RunPython.noop),
        migrations.RunPython(empty_desks, migrations.RunPython.noop),
        migrations.RemoveField(model_name="campaign", name="invite_token"),
    ]
