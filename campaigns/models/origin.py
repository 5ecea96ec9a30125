"""Where a fork began."""

from django.db import models

from campaigns.models.campaign import Campaign


class Origin(models.Model):
    """The phase of another campaign with which a fork began, and the position of that moment, sealed.

    A fork that was taken in from a file has no ``parent`` here. Nothing else is taken over: no seal,
    draft, press or link.
    """

    campaign = models.OneToOneField(Campaign, on_delete=models.PROTECT, related_name="origin")
    parent = models.ForeignKey(
        Campaign, on_delete=models.PROTECT, null=True, blank=True, related_name="forks"
    )
    #: The number of its phase there.
    number = models.PositiveIntegerField()
    #: The state, and the nonce of the commitment to it.
    content = models.BinaryField()

    def __str__(self) -> str:
        """Which fork it is, for the admin."""
        return f"{self.campaign} from phase {self.number}"

    @property
    def place(self) -> str:
        """The name of the place that the content is bound to."""
        return self.campaign.place("origin")
