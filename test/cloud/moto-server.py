"""moto's server on a free port of loopback. Ends with its standard input, so with whoever started it.

Its ValidateTemplate refuses a template for warnings, as no cloud does: here only errors count. cfn-lint itself is asked
by the tests, for every stage, and may find nothing at all.
"""

import os
import sys
import threading

from moto.cloudformation import models
from moto.server import main

findings_of = models.validate_template_cfn_lint


def errors_of(template):
    return [found for found in findings_of(template) if found.rule.id.startswith("E")]


def end_with_stdin():
    sys.stdin.read()
    os._exit(0)


models.validate_template_cfn_lint = errors_of
threading.Thread(target=end_with_stdin, daemon=True).start()
main(["--host", "127.0.0.1", "--port", "0"])
