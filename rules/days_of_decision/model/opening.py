"""What would open a choice, in the sentences that several rules share (see ``kernel.menus.Barred``)."""

WAR_OVER = "Opens when that war is over."
APART = "Opens when one of you leaves that ideology."
BACK = "Opens if it controls territory again."
NEXT_TURN = "Opens next turn."
