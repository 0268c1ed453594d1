"""`python -m parvis` is the `parvis` command."""

import sys

from parvis.cli import main

sys.exit(main())
