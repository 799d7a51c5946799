"""Runs ministack, an engine for AWS services, with what it lacks for the templates of this repository.

Each module adds one thing, and replaces nothing of how the engine treats the templates: see their docstrings.
"""

import access
import alarms
import backups
import challenges
import changed_outputs
import mail
import mock_responses
import quotas
import streamed_responses

parts = (mail, mock_responses, streamed_responses, challenges, quotas, alarms, backups, changed_outputs, access)
for part in parts:
    part.install()

from ministack.app import main  # noqa: E402

main()
