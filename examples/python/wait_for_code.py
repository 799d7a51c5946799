# wait_for_code.py
from datetime import datetime, timezone

from aid_stack import Aid

with Aid() as aid:
    began = datetime.now(timezone.utc)
    # Sign up for the service with the agent's address here.
    found = aid.mail.wait_for_code(from_="shop.example", since=began, timeout=120)
    if found.code is not None:
        print("enter", found.code)
    elif found.link is not None:
        print("open", found.link.url)
