// Generated from the description of the service by `npm run clients`.

/**
 * The methods of the client, in the format that `method-table.ts` reads. Each line has a resource with its dot, its
 * path, and its methods. For a method, only what its name does not imply is given: `=VERB`, the rest of the path, and
 * marks. In a path `@` is the identity and `:` an id that the caller passes. By their names, `list` and `get` are
 * `GET`, `update` is `PATCH`, `delete` is `DELETE`, and all others are `POST`; `list` and `create` have the path of the
 * resource, the other three `/:` after it, and all others `/:/` and their name; `list`, `create` and `update` take
 * parameters. Marks: `+` inverts the rule about parameters; `>noun` is a list with its rows under the noun,
 * `>noun.field` one that is paged by a field other than `created_at`, `>noun.` one with a single page; a `list` without
 * a noun uses that of its path; `?` and `#` say that the query or the body names the identity, in the field that
 * follows or else in `identity_id`; `!field` is a secret, which consoles do not print.
 */
export const METHODS = `  me=GET/me usage=GET/usage
a2a. /identities/:/a2a card=GET/agent-card.json
a2a.directory. /a2a/directory list>agents
a2a.invitations. /a2a/invitations list create#from_identity_id accept decline revoke
a2a.rules. /a2a/contact-rules list? create# get update delete
a2a.settings. /identities/@/a2a get/settings update=PUT/settings
apiKeys. /api-keys list create#!key revoke
auth. /auth claim/claim+ login/login+!token signup/signup+ resend/signup/resend+ verifySignup/signup/verify+!api_key verifyOwner/verify+
contactRules. /contact-rules list? create# delete
contactRules.settings. /contact-rules get/settings+? update=PUT/settings?
contacts. /contacts list create# get update delete
domains. /domains list create get delete verify
events. /events list? replay wait=GET/wait+?
events.streams. /events/streams list+>streams. create#!connect_url delete
identities. /identities list create get reinstate suspend+
mail. /identities/@/mail send/send+
mail.mailboxes. /identities/@/mailboxes list create delete
mail.messages. /identities/@/mail/messages list get update attachment=GET/:/attachments/: raw=GET
mail.threads. /identities/@/mail/threads list get+
organizations. /organizations create!admin_api_key
providerAccounts. /provider-accounts list create!inbound_secret get delete verify
tasks. /a2a/tasks list create get+ cancel+ message/:/messages+ reply+
tunnels. /tunnels list create# get delete
vault.keypair. /vault get/keypair+? set=PUT/keypair+#
vault.leases. /vault/leases list create#!lease_token redeem+!value redemptions=GET+>redemptions.at revoke
vault.secrets. /vault/secrets list create# get delete rotate+
webhooks. /webhooks list create#!secret update delete rotateSecret/:/rotate-secret!secret test
webhooks.deliveries. /webhooks/deliveries list get`;
