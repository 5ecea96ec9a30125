"""Letters to players."""

from django.core.mail import send_mass_mail

from campaigns.models import Phase, Seat


def tell_of_phase(phase_id: int) -> int:
    """Tell the players with an address that a phase asks something of them; how many were told.

    Nothing is sent for a phase that is over already.
    """
    phase = (
        Phase.objects.select_related("campaign")
        .filter(pk=phase_id, resolved_at__isnull=True)
        .first()
    )
    if phase is None or not phase.asked:
        return 0
    seats = Seat.objects.filter(
        campaign=phase.campaign, power__in=phase.asked, person__is_active=True
    )
    addresses = {
        seat.person.email: seat.person
        for seat in seats.select_related("person")
        if seat.person and seat.person.email
    }
    due = (
        f"It is due {phase.due_at:%A %d %B %Y, %H:%M} UTC ({phase.due_sentence})."
        if phase.due_at
        else "It has no deadline."
    )
    subject = f"{phase.campaign.title}: {phase.title}"
    text = f"{phase.turn_title}: {phase.title}.\n\nOrders are asked of you. {due}\n"
    letters = [(subject, text, None, [address]) for address in addresses]
    return send_mass_mail(letters, fail_silently=True) if letters else 0
