"""``sweep`` finds what the clock has to do, ``advance`` resolves a phase once, ``resolve`` carries it out."""
