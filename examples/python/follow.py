# follow.py
from aid_stack import Aid, FileCursor

with Aid() as aid:
    for event in aid.events.follow(types=["mail.received"], cursor=FileCursor("cursor"), expand="message"):
        if event.type == "mail.received" and event.message is not None:
            print(event.payload.from_, "wrote", event.message.extracted_text or "no text", flush=True)
