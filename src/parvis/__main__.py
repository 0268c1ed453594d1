"""`python -m parvis` is the `parvis` command, which it imports."""

import sys

from parvis.cli import main

sys.exit(main())
