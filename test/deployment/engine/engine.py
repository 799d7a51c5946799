"""Runs ministack, an engine for AWS services, with what it lacks for the templates of this repository.

Each module adds one thing, and replaces nothing of how the engine treats the templates: see their docstrings.
"""

import access
import alarms
import backups
import changed_outputs
import mail
import mock_responses
import quotas
import streamed_responses

for part in (mail, mock_responses, streamed_responses, quotas, alarms, backups, changed_outputs, access):
    part.install()

from ministack.app import main  # noqa: E402

main()
