// Generated from the description of the service by `npm run clients`.

/**
 * The methods of the client, one a line, as `methods.ts` reads them: name, verb, path, and marks. In a path `@` is the
 * identity and `:` an id that the caller passes. Marks: `p` takes parameters; `>noun` is a list with its rows under the
 * noun, `>noun.field` one that is continued at another field than `created_at`, `>noun.` one of a single page; `?field`
 * and `#field` name the identity in the query and in the body; `!field` is a secret that is shown once.
 */
export const METHODS = `me GET /me
usage GET /usage
a2a.card GET /identities/:/a2a/agent-card.json
a2a.directory.list GET /a2a/directory p >agents
a2a.invitations.list GET /a2a/invitations p >invitations
a2a.invitations.create POST /a2a/invitations p #from_identity_id
a2a.invitations.accept POST /a2a/invitations/:/accept
a2a.invitations.decline POST /a2a/invitations/:/decline
a2a.invitations.revoke POST /a2a/invitations/:/revoke
a2a.rules.list GET /a2a/contact-rules p >contact_rules ?identity_id
a2a.rules.create POST /a2a/contact-rules p #identity_id
a2a.rules.get GET /a2a/contact-rules/:
a2a.rules.update PATCH /a2a/contact-rules/: p
a2a.rules.delete DELETE /a2a/contact-rules/:
a2a.settings.get GET /identities/@/a2a/settings
a2a.settings.update PUT /identities/@/a2a/settings p
apiKeys.list GET /api-keys p >api_keys
apiKeys.create POST /api-keys p #identity_id !key
apiKeys.revoke POST /api-keys/:/revoke
auth.claim POST /auth/claim p
auth.login POST /auth/login p !token
auth.signup POST /auth/signup p
auth.resend POST /auth/signup/resend p
auth.verifySignup POST /auth/signup/verify p !api_key
auth.verifyOwner POST /auth/verify p
contactRules.list GET /contact-rules p >contact_rules ?identity_id
contactRules.create POST /contact-rules p #identity_id
contactRules.delete DELETE /contact-rules/:
contactRules.settings.get GET /contact-rules/settings p ?identity_id
contactRules.settings.update PUT /contact-rules/settings p ?identity_id
contacts.list GET /contacts p >contacts
contacts.create POST /contacts p #identity_id
contacts.get GET /contacts/:
contacts.update PATCH /contacts/: p
contacts.delete DELETE /contacts/:
domains.list GET /domains p >domains
domains.create POST /domains p
domains.get GET /domains/:
domains.delete DELETE /domains/:
domains.verify POST /domains/:/verify
events.list GET /events p >events ?identity_id
events.replay POST /events/:/replay
events.wait GET /events/wait p ?identity_id
events.streams.list GET /events/streams >streams.
events.streams.create POST /events/streams p #identity_id !connect_url
events.streams.delete DELETE /events/streams/:
identities.list GET /identities p >identities
identities.create POST /identities p
identities.get GET /identities/:
identities.reinstate POST /identities/:/reinstate
identities.suspend POST /identities/:/suspend p
mail.send POST /identities/@/mail/send p
mail.mailboxes.list GET /identities/@/mailboxes p >mailboxes
mail.mailboxes.create POST /identities/@/mailboxes p
mail.mailboxes.delete DELETE /identities/@/mailboxes/:
mail.messages.list GET /identities/@/mail/messages p >messages
mail.messages.get GET /identities/@/mail/messages/:
mail.messages.update PATCH /identities/@/mail/messages/: p
mail.messages.attachment GET /identities/@/mail/messages/:/attachments/:
mail.messages.raw GET /identities/@/mail/messages/:/raw
mail.threads.list GET /identities/@/mail/threads p >threads
mail.threads.get GET /identities/@/mail/threads/: p
organizations.create POST /organizations p !admin_api_key
providerAccounts.list GET /provider-accounts p >provider_accounts
providerAccounts.create POST /provider-accounts p !inbound_secret
providerAccounts.get GET /provider-accounts/:
providerAccounts.delete DELETE /provider-accounts/:
providerAccounts.verify POST /provider-accounts/:/verify
tasks.list GET /a2a/tasks p >tasks
tasks.create POST /a2a/tasks p
tasks.get GET /a2a/tasks/: p
tasks.cancel POST /a2a/tasks/:/cancel p
tasks.message POST /a2a/tasks/:/messages p
tasks.reply POST /a2a/tasks/:/reply p
tunnels.list GET /tunnels p >tunnels
tunnels.create POST /tunnels p #identity_id
tunnels.get GET /tunnels/:
tunnels.delete DELETE /tunnels/:
vault.keypair.get GET /vault/keypair p ?identity_id
vault.keypair.set PUT /vault/keypair p #identity_id
vault.leases.list GET /vault/leases p >leases
vault.leases.create POST /vault/leases p #identity_id !lease_token
vault.leases.redeem POST /vault/leases/:/redeem p
vault.leases.redemptions GET /vault/leases/:/redemptions p >redemptions.at
vault.leases.revoke POST /vault/leases/:/revoke
vault.secrets.list GET /vault/secrets p >secrets
vault.secrets.create POST /vault/secrets p #identity_id
vault.secrets.get GET /vault/secrets/:
vault.secrets.delete DELETE /vault/secrets/:
vault.secrets.rotate POST /vault/secrets/:/rotate p
webhooks.list GET /webhooks p >webhooks
webhooks.create POST /webhooks p #identity_id !secret
webhooks.update PATCH /webhooks/: p
webhooks.delete DELETE /webhooks/:
webhooks.rotateSecret POST /webhooks/:/rotate-secret !secret
webhooks.test POST /webhooks/:/test
webhooks.deliveries.list GET /webhooks/deliveries p >deliveries`;
