"""The early surrenders of Italy and Japan, and Italian production."""
