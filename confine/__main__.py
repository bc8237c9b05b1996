"""`python -m confine` is `scribe`."""

import sys

from confine.start import main

sys.exit(main())
