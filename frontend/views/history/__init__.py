"""Past phases, chronicle, charts, dice."""
