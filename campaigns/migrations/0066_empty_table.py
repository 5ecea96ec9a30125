from django.db import migrations, models


class Migration(migrations.Migration):
    """Campaigns in which nobody has a seat any more wait. Letters say so, and whose seat it is now."""

    dependencies = [("campaigns", "0065_replayed")]

    operations = [
        migrations.AddField(
            model_name="campaign",
            name="lacks_players",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AlterField(
            model_name="letter",
            name="kind",
            field=models.CharField(
                choices=[
                    ("asked", "orders are due"),
                    ("reminder", "the deadline is near"),
                    ("missed", "the deadline was missed"),
                    ("stuck", "the campaign waits for its moderator"),
                    ("revealed", "a phase was resolved"),
                    ("waits", "something waits"),
                    ("secretly", "something may wait, of what is done in secret"),
                    ("vote", "a question is put"),
                    ("press", "there are messages to read"),
                    ("announced", "the moderator announces something"),
                    ("public", "there is public press to read"),
                    ("seats", "a seat changed hands"),
                    ("ended", "the campaign is over"),
                    ("channel", "a webhook was switched off"),
                    ("voided", "a seal is void"),
                    ("stumbled", "the phase could not be resolved"),
                    ("lacking", "its rules are missing"),
                    ("nobody", "nobody has a seat any more"),
                    ("my_seat", "a seat is theirs now, or is no more"),
                ],
                default="asked",
                max_length=12,
            ),
        ),
    ]
