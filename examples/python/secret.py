# secret.py
from aid_stack import Aid

with Aid() as aid:
    secret = aid.vault.secrets.create(name="Shop", value={"user": "ada", "password": "correct horse"})
    print(aid.vault.use(secret.id, lambda value: f"logged in as {value['user']}", purpose="Order paper"))
