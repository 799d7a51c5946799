// Code generated from the description of the service by npm run clients; DO NOT EDIT.

package aidstack

import (
	"encoding/json"
	"time"
)

// SearchParams are the parameters of [Client.Search].
type SearchParams struct {
	// The maximum number of items to return.
	Limit int `json:"-"`
	// Only items older than this time: the `at` of the last item of the previous page.
	Before time.Time `json:"-"`
	// What to look for: words, `"phrases"`, `prefix*`, `-excluded`, and operators such as `from:ada`.
	Q string `json:"-"`
	// Only records of this kind. Without it messages, tasks and contacts.
	Kind SearchKind `json:"-"`
	// Only what this agent has.
	IdentityID string `json:"-"`
	// Only messages with this in the address or name of an author.
	From string `json:"-"`
	// Only messages with this in the address or name of a recipient.
	To string `json:"-"`
	// Only records created at this time or later.
	Since time.Time `json:"-"`
	// Only records created before this time.
	Until time.Time `json:"-"`
	// Only messages in this folder.
	Folder MailFolder `json:"-"`
	// Only messages with attachments, or only those without.
	HasAttachment *bool `json:"-"`
	// Only messages with this label.
	Label string `json:"-"`
}

// A2ADirectoryListParams are the parameters of [A2ADirectoryService.List].
type A2ADirectoryListParams struct {
	// Text in the handle, name, description or skills, case-insensitive.
	Q string `json:"-"`
	// A tag of one of the agent’s skills.
	Tag string `json:"-"`
	// The maximum number of items to return.
	Limit int `json:"-"`
	// Only items older than this time: the `created_at` of the last item of the previous page.
	Before time.Time `json:"-"`
}

// A2AInvitationsListParams are the parameters of [A2AInvitationsService.List].
type A2AInvitationsListParams struct {
	// Only invitations that the organization sent, or only those that it received.
	Role InvitationRole `json:"-"`
	// Only invitations in this status.
	Status InvitationStatus `json:"-"`
	// The maximum number of items to return.
	Limit int `json:"-"`
	// Only items older than this time: the `created_at` of the last item of the previous page.
	Before time.Time `json:"-"`
}

// A2AInvitationsCreateParams are the parameters of [A2AInvitationsService.Create].
//
// A new invitation from an agent of the organization to another agent.
type A2AInvitationsCreateParams struct {
	// The agent that invites.
	FromIdentityID string `json:"from_identity_id"`
	// The handle of the agent that is invited.
	ToHandle string `json:"to_handle"`
	// A text for the other organization.
	Note string `json:"note,omitzero"`
	// How long the invitation can be accepted. Seven days by default.
	ExpiresInSeconds int `json:"expires_in_seconds,omitzero"`
}

// A2ARulesListParams are the parameters of [A2ARulesService.List].
type A2ARulesListParams struct {
	// Only records of this agent.
	IdentityID string `json:"-"`
	// The maximum number of items to return.
	Limit int `json:"-"`
	// Only items older than this time: the `created_at` of the last item of the previous page.
	Before time.Time `json:"-"`
}

// A2ARulesCreateParams are the parameters of [A2ARulesService.Create].
//
// A new rule about tasks between two agents.
type A2ARulesCreateParams struct {
	// The agent of the organization that the rule is for.
	IdentityID string `json:"identity_id"`
	// The handle of the other agent, of any organization.
	Handle string `json:"handle"`
	// Whether a rule allows or blocks.
	Action RuleAction `json:"action"`
	// The tasks that the rule applies to. `both` when omitted.
	Direction RuleDirection `json:"direction,omitzero"`
}

// A2ARulesUpdateParams are the parameters of [A2ARulesService.Update].
//
// The fields to change, at least one.
type A2ARulesUpdateParams struct {
	// Whether a rule allows or blocks.
	Action RuleAction `json:"action,omitzero"`
	// The traffic that a rule applies to, from the agent's point of view.
	Direction RuleDirection `json:"direction,omitzero"`
}

// A2ASettingsUpdateParams are the parameters of [A2ASettingsService.Update].
//
// The settings to change, at least one. The others are unchanged.
type A2ASettingsUpdateParams struct {
	// Whether everyone can find the agent and read its card. Needs an org key.
	PubliclyDiscoverable *bool `json:"publicly_discoverable,omitzero"`
	// Which agents of other organizations can reach it. Needs an org key.
	FilterMode FilterMode `json:"filter_mode,omitzero"`
	// What the agent is for, as shown on its card; null: the identity's text.
	Description Nullable[string] `json:"description,omitzero"`
	// What the agent can do. Replaces the list; each id once.
	Skills []NewSkill `json:"skills,omitzero"`
}

// APIKeysListParams are the parameters of [APIKeysService.List].
type APIKeysListParams struct {
	// The maximum number of items to return.
	Limit int `json:"-"`
	// Only items older than this time: the `created_at` of the last item of the previous page.
	Before time.Time `json:"-"`
}

// APIKeysCreateParams are the parameters of [APIKeysService.Create].
//
// A new API key.
type APIKeysCreateParams struct {
	// A label for people.
	Name string `json:"name"`
	// The agent that the key acts as. Omit it for an org key.
	IdentityID string `json:"identity_id,omitzero"`
}

// ApprovalsListParams are the parameters of [ApprovalsService.List].
type ApprovalsListParams struct {
	// The maximum number of items to return.
	Limit int `json:"-"`
	// Only items older than this time: the `requested_at` of the last item of the previous page.
	Before time.Time `json:"-"`
	// Only approvals with this status.
	Status ApprovalStatus `json:"-"`
	// Only records of this agent.
	IdentityID string `json:"-"`
}

// ApprovalsApproveParams are the parameters of [ApprovalsService.Approve].
//
// What is approved.
type ApprovalsApproveParams struct {
	// The `content_hash` of the approval as the approver has read it.
	ContentHash string `json:"content_hash"`
	// What the approver changes of an email.
	Edits *MailEdits `json:"edits,omitzero"`
}

// ApprovalsDenyParams are the parameters of [ApprovalsService.Deny].
//
// Why an action is denied.
type ApprovalsDenyParams struct {
	// A text for the agent.
	Reason string `json:"reason,omitzero"`
}

// ApprovalsSettingsGetParams are the parameters of [ApprovalsSettingsService.Get].
type ApprovalsSettingsGetParams struct {
	// The agent. Without it, the organization.
	IdentityID string `json:"-"`
}

// ApprovalsSettingsUpdateParams are the parameters of [ApprovalsSettingsService.Update].
//
// When actions are held. What is left out gets its default: nothing is held.
type ApprovalsSettingsUpdateParams struct {
	// Which emails are held.
	Mail MailGate `json:"mail,omitzero"`
	// Leases of secrets.
	Vault ActionGate `json:"vault,omitzero"`
	// Tunnels.
	Tunnel ActionGate `json:"tunnel,omitzero"`
	// Tasks to agents of other organizations.
	Task ActionGate `json:"task,omitzero"`
	// For how many days after its creation everything that can be held of an agent is held; null: none.
	HoldDays Nullable[int] `json:"hold_days,omitzero"`
	// How long an action waits for a decision. 604800 by default.
	TTLSeconds *int `json:"ttl_seconds,omitzero"`
	// The addresses of the members who decide. All who may if it is empty.
	Approvers []string `json:"approvers,omitzero"`
	// The emails of an agent on a UTC day beyond which they are held; null: no limit.
	MailPerDay Nullable[int] `json:"mail_per_day,omitzero"`
	// The recipients of first contact on a UTC day beyond which emails are held; null: no limit.
	NewRecipientsPerDay Nullable[int] `json:"new_recipients_per_day,omitzero"`
	// The leases of an agent on a UTC day beyond which they are held; null: no limit.
	LeasesPerDay Nullable[int] `json:"leases_per_day,omitzero"`
	// The agent. Without it, the organization.
	IdentityID string `json:"-"`
}

// AuditListParams are the parameters of [AuditService.List].
type AuditListParams struct {
	// The maximum number of items to return.
	Limit int `json:"-"`
	// Only items older than this time: the `at` of the last item of the previous page.
	Before time.Time `json:"-"`
	// Only what this person, key or agent did: an id.
	Actor string `json:"-"`
	// Only this action.
	Action string `json:"-"`
	// Only changes of what has this id.
	Target string `json:"-"`
}

// AuthClaimParams are the parameters of [AuthService.Claim].
//
// First the password, then the emailed code: exactly one of them.
type AuthClaimParams struct {
	// The email address of the new login.
	Email string `json:"email"`
	// The first step: the password for later logins.
	Password string `json:"password,omitzero"`
	// The second step: the six digits in the email.
	Code string `json:"code,omitzero"`
}

// AuthJoinParams are the parameters of [AuthService.Join].
//
// The emailed code of an invitation.
type AuthJoinParams struct {
	// The email address that the invitation was sent to.
	Email string `json:"email"`
	// The six digits in the email.
	Code string `json:"code"`
	// The password for later logins. Required for an address without an account; an account keeps its own.
	Password string `json:"password,omitzero"`
}

// AuthLoginParams are the parameters of [AuthService.Login].
//
// A person's email address and password.
type AuthLoginParams struct {
	// The person's email address.
	Email string `json:"email"`
	// The person's password.
	Password string `json:"password"`
	// The person's organization that the token is for. The oldest one by default.
	OrganizationSlug string `json:"organization_slug,omitzero"`
	// The code of the authenticator app, or a recovery code, if the person has a second factor.
	Totp string `json:"totp,omitzero"`
}

// AuthLogoutParams are the parameters of [AuthService.Logout].
//
// Which sessions end.
type AuthLogoutParams struct {
	// Whether all sessions of the person end, in every organization. By default only the one of the token.
	AllSessions bool `json:"all_sessions,omitzero"`
}

// AuthChangePasswordParams are the parameters of [AuthService.ChangePassword].
//
// The present password and a new one.
type AuthChangePasswordParams struct {
	// The password until now.
	CurrentPassword string `json:"current_password"`
	// The password for later logins.
	NewPassword string `json:"new_password"`
}

// AuthRequestPasswordResetParams are the parameters of [AuthService.RequestPasswordReset].
//
// A request for a code that sets a new password.
type AuthRequestPasswordResetParams struct {
	// The email address of the login.
	Email string `json:"email"`
}

// AuthResetPasswordParams are the parameters of [AuthService.ResetPassword].
//
// The emailed code and the new password.
type AuthResetPasswordParams struct {
	// The email address of the login.
	Email string `json:"email"`
	// The six digits in the email.
	Code string `json:"code"`
	// The password for later logins.
	Password string `json:"password"`
}

// AuthSignupParams are the parameters of [AuthService.Signup].
//
// A new account and the organization that is created with it.
type AuthSignupParams struct {
	// The name that people see.
	OrganizationName string `json:"organization_name"`
	// A unique short name for the organization.
	OrganizationSlug string `json:"organization_slug"`
	// The email address that the code is sent to.
	Email string `json:"email"`
	// The password for later logins.
	Password string `json:"password"`
}

// AuthResendParams are the parameters of [AuthService.Resend].
//
// A request for another code.
type AuthResendParams struct {
	// The email address that signed up.
	Email string `json:"email"`
}

// AuthVerifySignupParams are the parameters of [AuthService.VerifySignup].
//
// The emailed code of a signup.
type AuthVerifySignupParams struct {
	// The email address that signed up.
	Email string `json:"email"`
	// The six digits in the email.
	Code string `json:"code"`
}

// AuthTokenParams are the parameters of [AuthService.Token].
//
// A token of a trusted issuer, to exchange for a key of an agent (RFC 8693).
type AuthTokenParams struct {
	// The field grant_type.
	GrantType string `json:"grant_type"`
	// The token, a signed JWT.
	SubjectToken string `json:"subject_token"`
	// `urn:ietf:params:oauth:token-type:jwt` or `…:id_token`, which are checked alike.
	SubjectTokenType string `json:"subject_token_type"`
	// The field requested_token_type.
	RequestedTokenType string `json:"requested_token_type,omitzero"`
	// The `aud` of the token again, if at all.
	Audience string `json:"audience,omitzero"`
	// The address of this service, if at all.
	Resource string `json:"resource,omitzero"`
	// Fewer scopes than those of the rule, separated by spaces.
	Scope string `json:"scope,omitzero"`
}

// AuthVerifyOwnerParams are the parameters of [AuthService.VerifyOwner].
//
// The code that was emailed to the owner.
type AuthVerifyOwnerParams struct {
	// The six digits in the email.
	Code string `json:"code"`
}

// ContactRulesListParams are the parameters of [ContactRulesService.List].
type ContactRulesListParams struct {
	// The maximum number of items to return.
	Limit int `json:"-"`
	// Only items older than this time: the `created_at` of the last item of the previous page.
	Before time.Time `json:"-"`
	// Only records of this agent.
	IdentityID string `json:"-"`
}

// ContactRulesCreateParams are the parameters of [ContactRulesService.Create].
//
// A new rule about mail from or to an address or a domain, or about received mail with warnings.
type ContactRulesCreateParams struct {
	// The agent that the rule is for. Omitted or null: the whole organization.
	IdentityID string `json:"identity_id,omitzero"`
	// Required without `when`; `block` with it.
	Action RuleAction `json:"action,omitzero"`
	// Required without `when`.
	MatchType ContactMatchType `json:"match_type,omitzero"`
	// An address, or a domain name, which does not include its subdomains. If this and `match_type` are omitted, a rule
	// with `when` applies to every author.
	MatchTarget string `json:"match_target,omitzero"`
	// The rule applies to received messages with any of these warnings.
	When []ContentWarning `json:"when,omitzero"`
	// The folder for messages with the warnings: `blocked` by default. Only with `when`.
	Folder WarningFolder `json:"folder,omitzero"`
	// The mail that the rule applies to: `both` by default, or `inbound` with `when`.
	Direction RuleDirection `json:"direction,omitzero"`
	// A text for people.
	Note string `json:"note,omitzero"`
}

// ContactRulesSettingsGetParams are the parameters of [ContactRulesSettingsService.Get].
type ContactRulesSettingsGetParams struct {
	// Only records of this agent.
	IdentityID string `json:"-"`
}

// ContactRulesSettingsUpdateParams are the parameters of [ContactRulesSettingsService.Update].
//
// The filter mode to set.
type ContactRulesSettingsUpdateParams struct {
	// `allowlist`: only allowed senders and recipients.
	FilterMode FilterMode `json:"filter_mode"`
	// Only records of this agent.
	IdentityID string `json:"-"`
}

// ContactsListParams are the parameters of [ContactsService.List].
type ContactsListParams struct {
	// The maximum number of items to return.
	Limit int `json:"-"`
	// Only items older than this time: the `created_at` of the last item of the previous page.
	Before time.Time `json:"-"`
	// Text in the name, company, an address or a handle, case-insensitive.
	Q string `json:"-"`
	// A complete address of the contact.
	Email string `json:"-"`
}

// ContactsCreateParams are the parameters of [ContactsService.Create].
//
// A new contact. It needs a name, an address or a handle.
type ContactsCreateParams struct {
	// The agent that owns the contact. By default, the key's agent or, with an org key, all agents.
	IdentityID string `json:"identity_id,omitzero"`
	// The name that people see. The first address or handle by default.
	DisplayName string `json:"display_name,omitzero"`
	// The contact's addresses.
	Emails []string `json:"emails,omitzero"`
	// Handles of agents that belong to the contact.
	AgentHandles []string `json:"agent_handles,omitzero"`
	// The company that the contact works for.
	Company string `json:"company,omitzero"`
	// A text for people.
	Notes string `json:"notes,omitzero"`
	// Pairs of strings that the caller stores with a record.
	Metadata map[string]string `json:"metadata,omitzero"`
}

// ContactsUpdateParams are the parameters of [ContactsService.Update].
//
// The fields to change, at least one. Lists and metadata are replaced as a whole.
type ContactsUpdateParams struct {
	// The name that people see.
	DisplayName *string `json:"display_name,omitzero"`
	// The contact's addresses.
	Emails []string `json:"emails,omitzero"`
	// Handles of agents that belong to the contact.
	AgentHandles []string `json:"agent_handles,omitzero"`
	// The new company; null removes it.
	Company Nullable[string] `json:"company,omitzero"`
	// The new text; null removes it.
	Notes Nullable[string] `json:"notes,omitzero"`
	// Pairs of strings that the caller stores with a record.
	Metadata map[string]string `json:"metadata,omitzero"`
}

// DomainsListParams are the parameters of [DomainsService.List].
type DomainsListParams struct {
	// The maximum number of items to return.
	Limit int `json:"-"`
	// Only items older than this time: the `created_at` of the last item of the previous page.
	Before time.Time `json:"-"`
}

// DomainsCreateParams are the parameters of [DomainsService.Create].
//
// A mail domain to add.
type DomainsCreateParams struct {
	// A domain name with at least two labels; international names in xn-- form.
	Domain string `json:"domain"`
}

// EventsListParams are the parameters of [EventsService.List].
type EventsListParams struct {
	// The maximum number of items to return.
	Limit int `json:"-"`
	// Only items older than this time: the `created_at` of the last item of the previous page.
	Before time.Time `json:"-"`
	// Returns events oldest first, starting after this time. With `before`: up to that time.
	Since time.Time `json:"-"`
	// Only events of this type.
	Type EventType `json:"-"`
	// Only records of this agent.
	IdentityID string `json:"-"`
	// Only events about this kind of resource.
	AggregateType string `json:"-"`
	// Only events about the resource with this id.
	AggregateID string `json:"-"`
	// Only mail events of this conversation.
	ThreadID string `json:"-"`
	// Whether to include the exact body of each event’s deliveries to webhook endpoints. The limit is then at most 50.
	DeliveryBody *bool `json:"-"`
}

// EventsWaitParams are the parameters of [EventsService.Wait].
type EventsWaitParams struct {
	// The type of the event.
	Type EventType `json:"-"`
	// Only records of this agent.
	IdentityID string `json:"-"`
	// Only events about this kind of resource.
	AggregateType string `json:"-"`
	// Only events about the resource with this id.
	AggregateID string `json:"-"`
	// Only mail events of this conversation.
	ThreadID string `json:"-"`
	// Only events after this time: the `created_at` of the last known one. Now by default.
	Since time.Time `json:"-"`
	// The maximum wait in milliseconds. A negative time does not wait.
	Timeout time.Duration `json:"-"`
}

// EventsStreamsCreateParams are the parameters of [EventsStreamsService.Create].
//
// What a stream sends.
type EventsStreamsCreateParams struct {
	// The event types to send. All by default.
	Types []EventType `json:"types,omitzero"`
	// Sends only events of this agent. With an agent key, always its own agent.
	IdentityID string `json:"identity_id,omitzero"`
	// Starts after this time: the `created_at` or `cursor` of the last known event. Now by default.
	Since time.Time `json:"since,omitzero"`
}

// GrantsListParams are the parameters of [GrantsService.List].
type GrantsListParams struct {
	// The maximum number of items to return.
	Limit int `json:"-"`
	// Only items older than this time: the `created_at` of the last item of the previous page.
	Before time.Time `json:"-"`
}

// IdentitiesListParams are the parameters of [IdentitiesService.List].
type IdentitiesListParams struct {
	// The maximum number of items to return.
	Limit int `json:"-"`
	// Only items older than this time: the `created_at` of the last item of the previous page.
	Before time.Time `json:"-"`
}

// IdentitiesCreateParams are the parameters of [IdentitiesService.Create].
//
// A new agent.
type IdentitiesCreateParams struct {
	// A unique name, which is also the local part of the agent's address.
	Handle string `json:"handle"`
	// The name that people see. The handle by default.
	DisplayName string `json:"display_name,omitzero"`
	// What the agent is for.
	Description string `json:"description,omitzero"`
	// Pairs of strings that the caller stores with a record.
	Metadata map[string]string `json:"metadata,omitzero"`
}

// IdentitiesSuspendParams are the parameters of [IdentitiesService.Suspend].
//
// Why an agent is suspended.
type IdentitiesSuspendParams struct {
	// A text for people.
	Reason string `json:"reason,omitzero"`
}

// IdentityTokensCreateParams are the parameters of [IdentityTokensService.Create].
//
// Who will accept the token, and for how long it is valid.
type IdentityTokensCreateParams struct {
	// The service that will accept it: one of the audiences that the organization allows.
	Audience string `json:"audience"`
	// How long it is valid. 600 by default.
	TTLSeconds int `json:"ttl_seconds,omitzero"`
	// Claims that are added to a token.
	Claims map[string]any `json:"claims,omitzero"`
}

// IdentityTokensSettingsUpdateParams are the parameters of [IdentityTokensSettingsService.Update].
//
// The audiences that the organization allows.
type IdentityTokensSettingsUpdateParams struct {
	// All audiences for which agents get tokens. None by default.
	Audiences []string `json:"audiences"`
}

// MailFoldersParams are the parameters of [MailService.Folders].
type MailFoldersParams struct {
	// Only messages older than this time: the `continue_before` of the previous reply.
	Before time.Time `json:"-"`
}

// MailUpdateMessagesParams are the parameters of [MailService.UpdateMessages].
//
// The messages, and at least one field to change in all of them.
type MailUpdateMessagesParams struct {
	// The ids of the messages.
	IDs []string `json:"ids"`
	// Whether they are marked as read.
	IsRead *bool `json:"is_read,omitzero"`
	// The folder to move them to.
	Folder MailFolder `json:"folder,omitzero"`
	// Labels to add.
	AddLabels []string `json:"add_labels,omitzero"`
	// Labels to remove, none of which is in `add_labels`.
	RemoveLabels []string `json:"remove_labels,omitzero"`
}

// MailForwardParams are the parameters of [MailService.Forward].
//
// A message to forward: to whom, and how.
type MailForwardParams struct {
	// The recipients, at most 50 including cc and bcc.
	To []string `json:"to"`
	// The recipients of copies.
	CC []string `json:"cc,omitzero"`
	// The recipients of blind copies.
	BCC []string `json:"bcc,omitzero"`
	// A text above the message.
	Text string `json:"text,omitzero"`
	// `inline` (the default): the text of the message, and its attachments. `attachment`: the whole message as one
	// file.
	As ForwardForm `json:"as,omitzero"`
}

// MailMarkReadParams are the parameters of [MailService.MarkRead].
//
// What to mark as read: a folder, or a conversation.
type MailMarkReadParams struct {
	// The folder.
	Folder MailFolder `json:"folder,omitzero"`
	// The conversation, in all folders.
	ThreadID string `json:"thread_id,omitzero"`
	// Only messages created before this time. Messages that arrive later stay unread.
	Before time.Time `json:"before,omitzero"`
}

// MailSendParams are the parameters of [MailService.Send].
//
// A message to send: new or a reply, with text, HTML or both.
type MailSendParams struct {
	// The recipients, at most 50 including cc and bcc. Required unless the message is a reply.
	To []string `json:"to,omitzero"`
	// The recipients of copies.
	CC []string `json:"cc,omitzero"`
	// The recipients of blind copies.
	BCC []string `json:"bcc,omitzero"`
	// Where replies should go.
	ReplyTo []string `json:"reply_to,omitzero"`
	// The subject. Required unless the message is a reply.
	Subject string `json:"subject,omitzero"`
	// The text.
	Text string `json:"text,omitzero"`
	// The HTML.
	HTML string `json:"html,omitzero"`
	// The agent's message to reply to.
	InReplyToMessageID string `json:"in_reply_to_message_id,omitzero"`
	// Whether to add the other recipients of the message that is replied to.
	ReplyAll bool `json:"reply_all,omitzero"`
	// Whether to reply even if an unverified sender names a Reply-To address on another domain, which is otherwise
	// refused.
	AllowReplyTo bool `json:"allow_reply_to,omitzero"`
	// Whether no one is meant to answer, such as for a notice: other programs do not answer it either
	// (`Auto-Submitted`). Replies to automated messages are always marked.
	Automated bool `json:"automated,omitzero"`
	// Whether to add the message that is replied to below the text and the HTML, as mail programs do.
	Quote bool `json:"quote,omitzero"`
	// Whether to let its one recipient unsubscribe from the agent with one click (`List-Unsubscribe`, RFC 8058).
	Unsubscribe bool `json:"unsubscribe,omitzero"`
	// Values for the placeholders `{{name}}` in the subject, the text and the HTML.
	Variables map[string]string `json:"variables,omitzero"`
	// Files to attach.
	Attachments []NewAttachment `json:"attachments,omitzero"`
	// Additional header fields: `X-` and `List-` fields.
	Headers map[string]string `json:"headers,omitzero"`
	// The mailbox to send from. By default, that of the message replied to, or the agent's default mailbox.
	MailboxID string `json:"mailbox_id,omitzero"`
	// When to send it, within 30 days: the message is a scheduled draft until then.
	SendAt time.Time `json:"send_at,omitzero"`
}

// MailDraftsListParams are the parameters of [MailDraftsService.List].
type MailDraftsListParams struct {
	// The maximum number of items to return.
	Limit int `json:"-"`
	// Only items older than this time: the `created_at` of the last item of the previous page.
	Before time.Time `json:"-"`
}

// MailDraftsCreateParams are the parameters of [MailDraftsService.Create].
//
// A draft, or what to change of one. Any field may be missing; null deletes its value.
type MailDraftsCreateParams struct {
	// The recipients.
	To []string `json:"to,omitzero"`
	// The recipients of copies.
	CC []string `json:"cc,omitzero"`
	// The recipients of blind copies.
	BCC []string `json:"bcc,omitzero"`
	// Where replies should go.
	ReplyTo []string `json:"reply_to,omitzero"`
	// The subject.
	Subject string `json:"subject,omitzero"`
	// The text.
	Text string `json:"text,omitzero"`
	// The HTML.
	HTML string `json:"html,omitzero"`
	// The agent's message to reply to.
	InReplyToMessageID string `json:"in_reply_to_message_id,omitzero"`
	// Whether to add the other recipients of the message that is replied to.
	ReplyAll bool `json:"reply_all,omitzero"`
	// As in a message to send.
	AllowReplyTo bool `json:"allow_reply_to,omitzero"`
	// As in a message to send.
	Automated bool `json:"automated,omitzero"`
	// Whether to add the message that is replied to.
	Quote bool `json:"quote,omitzero"`
	// Whether to let its one recipient unsubscribe.
	Unsubscribe bool `json:"unsubscribe,omitzero"`
	// Values for the placeholders `{{name}}` in the subject, the text and the HTML.
	Variables map[string]string `json:"variables,omitzero"`
	// Files to attach.
	Attachments []NewAttachment `json:"attachments,omitzero"`
	// Additional header fields: `X-` and `List-` fields.
	Headers map[string]string `json:"headers,omitzero"`
	// The mailbox to send from.
	MailboxID string `json:"mailbox_id,omitzero"`
	// When to send it, at most 30 days after it was created; null: not until it is asked for.
	SendAt time.Time `json:"send_at,omitzero"`
}

// MailDraftsUpdateParams are the parameters of [MailDraftsService.Update].
//
// A draft, or what to change of one. Any field may be missing; null deletes its value.
type MailDraftsUpdateParams struct {
	// The recipients.
	To Nullable[[]string] `json:"to,omitzero"`
	// The recipients of copies.
	CC Nullable[[]string] `json:"cc,omitzero"`
	// The recipients of blind copies.
	BCC Nullable[[]string] `json:"bcc,omitzero"`
	// Where replies should go.
	ReplyTo Nullable[[]string] `json:"reply_to,omitzero"`
	// The subject.
	Subject Nullable[string] `json:"subject,omitzero"`
	// The text.
	Text Nullable[string] `json:"text,omitzero"`
	// The HTML.
	HTML Nullable[string] `json:"html,omitzero"`
	// The agent's message to reply to.
	InReplyToMessageID Nullable[string] `json:"in_reply_to_message_id,omitzero"`
	// Whether to add the other recipients of the message that is replied to.
	ReplyAll Nullable[bool] `json:"reply_all,omitzero"`
	// As in a message to send.
	AllowReplyTo Nullable[bool] `json:"allow_reply_to,omitzero"`
	// As in a message to send.
	Automated Nullable[bool] `json:"automated,omitzero"`
	// Whether to add the message that is replied to.
	Quote Nullable[bool] `json:"quote,omitzero"`
	// Whether to let its one recipient unsubscribe.
	Unsubscribe Nullable[bool] `json:"unsubscribe,omitzero"`
	// Values for the placeholders `{{name}}` in the subject, the text and the HTML.
	Variables Nullable[map[string]string] `json:"variables,omitzero"`
	// Files to attach.
	Attachments Nullable[[]NewAttachment] `json:"attachments,omitzero"`
	// Additional header fields: `X-` and `List-` fields.
	Headers Nullable[map[string]string] `json:"headers,omitzero"`
	// The mailbox to send from.
	MailboxID Nullable[string] `json:"mailbox_id,omitzero"`
	// When to send it, at most 30 days after it was created; null: not until it is asked for.
	SendAt Nullable[time.Time] `json:"send_at,omitzero"`
}

// MailMailboxesListParams are the parameters of [MailMailboxesService.List].
type MailMailboxesListParams struct {
	// The maximum number of items to return.
	Limit int `json:"-"`
	// Only items older than this time: the `created_at` of the last item of the previous page.
	Before time.Time `json:"-"`
}

// MailMailboxesCreateParams are the parameters of [MailMailboxesService.Create].
//
// A new address for an agent.
type MailMailboxesCreateParams struct {
	// The part before the @: a dot-atom (RFC 5321) without a +.
	LocalPart string `json:"local_part"`
	// A verified domain of the organization. The service's own by default.
	DomainID string `json:"domain_id,omitzero"`
}

// MailMessagesListParams are the parameters of [MailMessagesService.List].
type MailMessagesListParams struct {
	// The maximum number of items to return.
	Limit int `json:"-"`
	// Only items older than this time: the `created_at` of the last item of the previous page.
	Before time.Time `json:"-"`
	// Only messages of this conversation.
	ThreadID string `json:"-"`
	// Only received or only sent mail.
	Direction MailDirection `json:"-"`
	// Only messages of this folder.
	Folder MailFolder `json:"-"`
	// Only messages from this address.
	From string `json:"-"`
	// Only read messages, or only unread ones.
	IsRead *bool `json:"-"`
	// Only messages with this label.
	Label string `json:"-"`
	// What to look for in subjects, people, texts and attachments, in the form of `q` of `GET /v1/search`.
	Q string `json:"-"`
}

// MailMessagesUpdateParams are the parameters of [MailMessagesService.Update].
//
// The fields to change, at least one.
type MailMessagesUpdateParams struct {
	// Whether it is marked as read.
	IsRead *bool `json:"is_read,omitzero"`
	// The folder to move it to.
	Folder MailFolder `json:"folder,omitzero"`
	// All labels that it has from now on.
	Labels []string `json:"labels,omitzero"`
	// Labels to add. One that it has already stays.
	AddLabels []string `json:"add_labels,omitzero"`
	// Labels to remove, none of which is in `add_labels`.
	RemoveLabels []string `json:"remove_labels,omitzero"`
}

// MailThreadsListParams are the parameters of [MailThreadsService.List].
type MailThreadsListParams struct {
	// The maximum number of items to return.
	Limit int `json:"-"`
	// Only items older than this time: the `created_at` of the last item of the previous page.
	Before time.Time `json:"-"`
	// Only conversations with a message that has this label.
	Label string `json:"-"`
}

// MailThreadsGetParams are the parameters of [MailThreadsService.Get].
type MailThreadsGetParams struct {
	// `text`: includes the text and the links of each message, newest messages first, up to 1 MB in total.
	Include IncludedInThread `json:"-"`
}

// MembersListParams are the parameters of [MembersService.List].
type MembersListParams struct {
	// The maximum number of items to return.
	Limit int `json:"-"`
	// Only items older than this time: the `created_at` of the last item of the previous page.
	Before time.Time `json:"-"`
}

// MembersCreateParams are the parameters of [MembersService.Create].
//
// Who becomes a member, and with which role.
type MembersCreateParams struct {
	// The email address that the invitation is sent to.
	Email string `json:"email"`
	// What a member may do.
	Role MemberRole `json:"role"`
}

// MembersUpdateParams are the parameters of [MembersService.Update].
//
// The new role.
type MembersUpdateParams struct {
	// What a member may do.
	Role MemberRole `json:"role"`
}

// MembersSettingsUpdateParams are the parameters of [MembersSettingsService.Update].
//
// What the organization is to require of its members.
type MembersSettingsUpdateParams struct {
	// Whether members need a second factor. One who has none can do nothing here but set it up.
	RequireSecondFactor bool `json:"require_second_factor"`
}

// MessagesListParams are the parameters of [MessagesService.List].
type MessagesListParams struct {
	// The maximum number of items to return.
	Limit int `json:"-"`
	// Only items older than this time: the `created_at` of the last item of the previous page.
	Before time.Time `json:"-"`
	// Only received or only sent mail.
	Direction MailDirection `json:"-"`
	// Only messages of this folder.
	Folder MailFolder `json:"-"`
	// Only messages from this address.
	From string `json:"-"`
	// Only read messages, or only unread ones.
	IsRead *bool `json:"-"`
	// Only messages with this label.
	Label string `json:"-"`
	// What to look for in subjects, people, texts and attachments, in the form of `q` of `GET /v1/search`.
	Q string `json:"-"`
}

// OrganizationsCreateParams are the parameters of [OrganizationsService.Create].
//
// A new organization.
type OrganizationsCreateParams struct {
	// The name that people see.
	Name string `json:"name"`
	// A unique short name: 3 to 48 characters of a-z, 0-9 and inner hyphens. Upper case becomes lower case.
	Slug string `json:"slug"`
	// The owner's email address, to which a six-digit code is sent.
	OwnerEmail string `json:"owner_email,omitzero"`
}

// ProviderAccountsListParams are the parameters of [ProviderAccountsService.List].
type ProviderAccountsListParams struct {
	// The maximum number of items to return.
	Limit int `json:"-"`
	// Only items older than this time: the `created_at` of the last item of the previous page.
	Before time.Time `json:"-"`
}

// ProviderAccountsCreateParams are the parameters of [ProviderAccountsService.Create].
//
// A new account with a mail provider, without fields of the other provider.
type ProviderAccountsCreateParams struct {
	// The kind of provider.
	Provider Provider `json:"provider"`
	// A name for people. By default, the host, or SES and its region.
	Name string `json:"name,omitzero"`
	// The AWS region. SES only, where it is required.
	Region string `json:"region,omitzero"`
	// The server's name or public IP address. SMTP only, where it is required.
	Host string `json:"host,omitzero"`
	// The port: 25, 465, 587, 2465, 2525 or 2587. SMTP only, where it is required.
	Port int `json:"port,omitzero"`
	// SMTP only, together with `credentials.password`.
	Username string `json:"username,omitzero"`
	// The credentials at the provider.
	Credentials *ProviderCredentials `json:"credentials,omitzero"`
	// Whether it sends the organization's mail. True by default for the first account.
	IsDefault bool `json:"is_default,omitzero"`
}

// SecondFactorVerifyParams are the parameters of [SecondFactorService.Verify].
//
// A code of the second factor.
type SecondFactorVerifyParams struct {
	// The six digits that the app shows; to remove the second factor, also a recovery code.
	Code string `json:"code"`
}

// SessionsListParams are the parameters of [SessionsService.List].
type SessionsListParams struct {
	// The maximum number of items to return.
	Limit int `json:"-"`
	// Only items older than this time: the `created_at` of the last item of the previous page.
	Before time.Time `json:"-"`
}

// TasksListParams are the parameters of [TasksService.List].
type TasksListParams struct {
	// `inbound`: received tasks. `outbound`: sent tasks.
	Direction TaskDirection `json:"-"`
	// Only tasks in this state.
	State TaskState `json:"-"`
	// Only tasks of this context.
	ContextID string `json:"-"`
	// The maximum number of items to return.
	Limit int `json:"-"`
	// Only items older than this time: the `created_at` of the last item of the previous page.
	Before time.Time `json:"-"`
}

// TasksCreateParams are the parameters of [TasksService.Create].
//
// A new task: exactly one of `to_handle` and `to_identity_id`, and of `message` and `parts`.
type TasksCreateParams struct {
	// The worker's handle.
	ToHandle string `json:"to_handle,omitzero"`
	// The worker's id.
	ToIdentityID string `json:"to_identity_id,omitzero"`
	// The message as one text, instead of `parts`.
	Message string `json:"message,omitzero"`
	// The message in parts, at most 256 KB in total.
	Parts []NewPart `json:"parts,omitzero"`
	// An existing context of the two agents. A new one by default.
	ContextID string `json:"context_id,omitzero"`
	// The sender's own id of the message.
	MessageID string `json:"message_id,omitzero"`
	// Pairs of strings that the caller stores with a record.
	Metadata map[string]string `json:"metadata,omitzero"`
}

// TasksGetParams are the parameters of [TasksService.Get].
type TasksGetParams struct {
	// Returns the messages before this time, to read a long task backwards.
	MessagesBefore time.Time `json:"-"`
}

// TasksCancelParams are the parameters of [TasksService.Cancel].
//
// Why a task is canceled.
type TasksCancelParams struct {
	// A text that becomes the last message of the task.
	Reason string `json:"reason,omitzero"`
}

// TasksClaimParams are the parameters of [TasksService.Claim].
//
// How long a worker claims a task.
type TasksClaimParams struct {
	// Seconds until the claim ends, from now.
	LeaseSeconds int `json:"lease_seconds"`
	// The claim to renew. Without it, the task is claimed anew.
	ClaimID string `json:"claim_id,omitzero"`
}

// TasksMessageParams are the parameters of [TasksService.Message].
//
// A message of the caller: exactly one of `message` and `parts`.
type TasksMessageParams struct {
	// The message as one text, instead of `parts`.
	Message string `json:"message,omitzero"`
	// The message in parts, at most 256 KB in total.
	Parts []NewPart `json:"parts,omitzero"`
	// The sender's own id of the message.
	MessageID string `json:"message_id,omitzero"`
}

// TasksReplyParams are the parameters of [TasksService.Reply].
//
// The worker's reply, with at most one of `message` and `parts`.
type TasksReplyParams struct {
	// The new state of the task.
	State TaskReplyState `json:"state"`
	// The message as one text, instead of `parts`.
	Message string `json:"message,omitzero"`
	// The message in parts, at most 256 KB in total.
	Parts []NewPart `json:"parts,omitzero"`
	// Any JSON value of at most 64 KB. It replaces an earlier result.
	Result any `json:"result,omitzero"`
	// Artifacts to add to the task, each `artifact_id` once.
	Artifacts []NewArtifact `json:"artifacts,omitzero"`
	// The worker's claim. If the task has another one by now, or none, the reply is refused.
	ClaimID string `json:"claim_id,omitzero"`
}

// TrustedIssuersListParams are the parameters of [TrustedIssuersService.List].
type TrustedIssuersListParams struct {
	// The maximum number of items to return.
	Limit int `json:"-"`
	// Only items older than this time: the `created_at` of the last item of the previous page.
	Before time.Time `json:"-"`
}

// TrustedIssuersCreateParams are the parameters of [TrustedIssuersService.Create].
//
// An issuer to trust, and which of its tokens get a key of which agent.
type TrustedIssuersCreateParams struct {
	// What `iss` is in its tokens, byte by byte: an https URL without a query.
	Issuer string `json:"issuer"`
	// Where its keys are. By default, where its `/.well-known/openid-configuration` says.
	JwksURL string `json:"jwks_url,omitzero"`
	// Its keys, if the service cannot reach them.
	Jwks *NewIssuerKeys `json:"jwks,omitzero"`
	// The first one that a token fulfils decides.
	Rules []NewIssuerRule `json:"rules"`
}

// TunnelsListParams are the parameters of [TunnelsService.List].
type TunnelsListParams struct {
	// The maximum number of items to return.
	Limit int `json:"-"`
	// Only items older than this time: the `created_at` of the last item of the previous page.
	Before time.Time `json:"-"`
}

// TunnelsCreateParams are the parameters of [TunnelsService.Create].
//
// A new tunnel.
type TunnelsCreateParams struct {
	// The name that people see.
	Name string `json:"name,omitzero"`
	// The agent that it belongs to. By default, the key's agent or, with an org key, the organization.
	IdentityID string `json:"identity_id,omitzero"`
	// Pairs of strings that the caller stores with a record.
	Metadata map[string]string `json:"metadata,omitzero"`
}

// VaultKeypairGetParams are the parameters of [VaultKeypairService.Get].
type VaultKeypairGetParams struct {
	// The agent. An agent key may omit it.
	IdentityID string `json:"-"`
}

// VaultKeypairSetParams are the parameters of [VaultKeypairService.Set].
//
// The public key of an agent. The private key stays with the agent.
type VaultKeypairSetParams struct {
	// The agent. An agent key may omit it.
	IdentityID string `json:"identity_id,omitzero"`
	// The signature algorithm.
	Algorithm KeypairAlgorithm `json:"algorithm"`
	// The raw 32 bytes in base64.
	PublicKey []byte `json:"public_key"`
	// Signed with the current key over `replace` and the agent's id. An org key may replace the key without it, which
	// revokes the agent's leases.
	Proof *Proof `json:"proof,omitzero"`
}

// VaultLeasesListParams are the parameters of [VaultLeasesService.List].
type VaultLeasesListParams struct {
	// The maximum number of items to return.
	Limit int `json:"-"`
	// Only items older than this time: the `created_at` of the last item of the previous page.
	Before time.Time `json:"-"`
}

// VaultLeasesCreateParams are the parameters of [VaultLeasesService.Create].
//
// The right to redeem a secret a limited number of times.
type VaultLeasesCreateParams struct {
	// The secret.
	SecretID string `json:"secret_id"`
	// The agent that may redeem it. By default, the secret's agent or, if it has none, only org keys.
	IdentityID string `json:"identity_id,omitzero"`
	// Seconds until it expires; 900 by default.
	TTLSeconds int `json:"ttl_seconds,omitzero"`
	// How many times it can be redeemed; once by default.
	MaxUses int `json:"max_uses,omitzero"`
	// A text for people.
	Purpose string `json:"purpose,omitzero"`
}

// VaultLeasesRedeemParams are the parameters of [VaultLeasesService.Redeem].
//
// The token of a lease, and a proof if the agent has a keypair.
type VaultLeasesRedeemParams struct {
	// The token returned when the lease was created.
	LeaseToken string `json:"lease_token"`
	// A proof for the action `redeem` and the lease's id. Required with every key if the agent has a keypair.
	Proof *Proof `json:"proof,omitzero"`
}

// VaultLeasesRedemptionsParams are the parameters of [VaultLeasesService.Redemptions].
type VaultLeasesRedemptionsParams struct {
	// The maximum number of items to return.
	Limit int `json:"-"`
	// Only items older than this time: the `at` of the last item of the previous page.
	Before time.Time `json:"-"`
}

// VaultSecretsListParams are the parameters of [VaultSecretsService.List].
type VaultSecretsListParams struct {
	// The maximum number of items to return.
	Limit int `json:"-"`
	// Only items older than this time: the `created_at` of the last item of the previous page.
	Before time.Time `json:"-"`
}

// VaultSecretsCreateParams are the parameters of [VaultSecretsService.Create].
//
// A new secret. No read returns its value.
type VaultSecretsCreateParams struct {
	// A name for people.
	Name string `json:"name"`
	// A text or an object, at most 64 KB as JSON.
	Value SecretValue `json:"value"`
	// The agent that owns it. By default, the key's agent or, with an org key, the organization.
	IdentityID string `json:"identity_id,omitzero"`
	// A text for people.
	Description string `json:"description,omitzero"`
	// Pairs of strings that the caller stores with a record.
	Metadata map[string]string `json:"metadata,omitzero"`
	// The hosts that its value may be sent to, such as `api.example.com` or `*.example.com:8443`.
	Hosts []string `json:"hosts,omitzero"`
}

// wire returns the body with the value of the secret, which no other encoding shows.
func (p VaultSecretsCreateParams) wire() (any, error) {
	value, err := p.Value.wire()
	type body VaultSecretsCreateParams
	return struct {
		body
		Value json.RawMessage `json:"value"`
	}{body(p), value}, err
}

// VaultSecretsRotateParams are the parameters of [VaultSecretsService.Rotate].
//
// The new value of a secret.
type VaultSecretsRotateParams struct {
	// A text or an object, at most 64 KB as JSON.
	Value SecretValue `json:"value"`
	// A proof for the action `rotate` and the secret's id. Required with an agent key if the agent has a keypair.
	Proof *Proof `json:"proof,omitzero"`
	// Whether to revoke the leases of the secret; false by default.
	RevokeLeases bool `json:"revoke_leases,omitzero"`
	// The new hosts, in place of the previous ones. A change revokes the leases of the secret.
	Hosts []string `json:"hosts,omitzero"`
}

// wire returns the body with the value of the secret, which no other encoding shows.
func (p VaultSecretsRotateParams) wire() (any, error) {
	value, err := p.Value.wire()
	type body VaultSecretsRotateParams
	return struct {
		body
		Value json.RawMessage `json:"value"`
	}{body(p), value}, err
}

// WebhooksListParams are the parameters of [WebhooksService.List].
type WebhooksListParams struct {
	// The maximum number of items to return.
	Limit int `json:"-"`
	// Only items older than this time: the `created_at` of the last item of the previous page.
	Before time.Time `json:"-"`
}

// WebhooksCreateParams are the parameters of [WebhooksService.Create].
//
// A new webhook endpoint.
type WebhooksCreateParams struct {
	// Where deliveries are sent: https, with a public address.
	URL string `json:"url"`
	// The event types to deliver. All by default.
	EventTypes []EventType `json:"event_types,omitzero"`
	// Delivers only events of this agent. With an agent key, always its own agent.
	IdentityID string `json:"identity_id,omitzero"`
}

// WebhooksUpdateParams are the parameters of [WebhooksService.Update].
//
// The fields to change, at least one.
type WebhooksUpdateParams struct {
	// Where deliveries are sent: https, with a public address.
	URL *string `json:"url,omitzero"`
	// The event types to deliver.
	EventTypes []EventType `json:"event_types,omitzero"`
	// Whether events are delivered.
	Enabled *bool `json:"enabled,omitzero"`
}

// WebhooksRecoverParams are the parameters of [WebhooksService.Recover].
//
// Which deliveries to replay.
type WebhooksRecoverParams struct {
	// Only deliveries created after this time.
	Since time.Time `json:"since"`
	// Which deliveries are replayed: those of which all attempts have failed, those that wait for a retry, or both.
	Status RecoveryStatus `json:"status"`
}

// WebhooksDeliveriesListParams are the parameters of [WebhooksDeliveriesService.List].
type WebhooksDeliveriesListParams struct {
	// The maximum number of items to return.
	Limit int `json:"-"`
	// Only items older than this time: the `created_at` of the last item of the previous page.
	Before time.Time `json:"-"`
	// Only deliveries to this endpoint.
	WebhookID string `json:"-"`
	// Only deliveries of this event.
	EventID string `json:"-"`
	// Only deliveries of events of this type.
	EventType DeliveryEventType `json:"-"`
	// Only deliveries in this status.
	Status DeliveryStatus `json:"-"`
	// Only deliveries created after this time. The list stays newest first.
	Since time.Time `json:"-"`
}
