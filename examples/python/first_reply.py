# first_reply.py
from aid_stack import Aid

with Aid() as aid:
    sent = aid.mail.send(to="ben@example.com", subject="Lunch?", text="At noon?")
    reply = aid.mail.wait_for_reply(sent, timeout=600)
    if reply.message is None:
        print("no reply", reply.held_back)
    else:
        sender = reply.message.from_[0].address if reply.message.from_ else "someone"
        print(sender, "says", reply.message.extracted_text or "nothing, or only with attachments")
        aid.mail.reply(reply.message, text="See you there.")
