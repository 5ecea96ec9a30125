"""The texts of the site in its languages: where they stand, how they are found, compiled and checked."""
