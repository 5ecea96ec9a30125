"""A campaign from its founding: ``campaigns`` creates and starts, ``import_campaign`` takes one in."""
