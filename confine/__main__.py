"""`python -m confine` is `scribe`."""

import sys

from confine.cli import main

sys.exit(main())
