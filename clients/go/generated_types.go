// Code generated from the description of the service by npm run clients; DO NOT EDIT.

package aidstack

import (
	"encoding/json"
	"time"
)

// RuleAction is whether a rule allows or blocks.
type RuleAction string

// The values of [RuleAction]. A newer service may send others.
const (
	// RuleActionAllow is allow.
	RuleActionAllow RuleAction = "allow"
	// RuleActionBlock is block.
	RuleActionBlock RuleAction = "block"
)

// RuleDirection is the traffic that a rule applies to, from the agent's point of view.
type RuleDirection string

// The values of [RuleDirection]. A newer service may send others.
const (
	// RuleDirectionInbound is inbound.
	RuleDirectionInbound RuleDirection = "inbound"
	// RuleDirectionOutbound is outbound.
	RuleDirectionOutbound RuleDirection = "outbound"
	// RuleDirectionBoth is both.
	RuleDirectionBoth RuleDirection = "both"
)

// InvitationRole is whether the organization sent or received the invitation.
type InvitationRole string

// The values of [InvitationRole]. A newer service may send others.
const (
	// InvitationRoleSent is sent.
	InvitationRoleSent InvitationRole = "sent"
	// InvitationRoleReceived is received.
	InvitationRoleReceived InvitationRole = "received"
)

// InvitationStatus is the status of an invitation.
type InvitationStatus string

// The values of [InvitationStatus]. A newer service may send others.
const (
	// InvitationStatusPending is pending.
	InvitationStatusPending InvitationStatus = "pending"
	// InvitationStatusAccepted is accepted.
	InvitationStatusAccepted InvitationStatus = "accepted"
	// InvitationStatusDeclined is declined.
	InvitationStatusDeclined InvitationStatus = "declined"
	// InvitationStatusRevoked is revoked.
	InvitationStatusRevoked InvitationStatus = "revoked"
	// InvitationStatusExpired is expired.
	InvitationStatusExpired InvitationStatus = "expired"
)

// TaskDirection is the direction of a task, from the agent's point of view.
type TaskDirection string

// The values of [TaskDirection]. A newer service may send others.
const (
	// TaskDirectionInbound is inbound.
	TaskDirectionInbound TaskDirection = "inbound"
	// TaskDirectionOutbound is outbound.
	TaskDirectionOutbound TaskDirection = "outbound"
)

// TaskState is the state of a task. The last four end it.
type TaskState string

// The values of [TaskState]. A newer service may send others.
const (
	// TaskStateSubmitted is submitted.
	TaskStateSubmitted TaskState = "submitted"
	// TaskStateWorking is working.
	TaskStateWorking TaskState = "working"
	// TaskStateInputRequired is input_required.
	TaskStateInputRequired TaskState = "input_required"
	// TaskStateAuthRequired is auth_required.
	TaskStateAuthRequired TaskState = "auth_required"
	// TaskStateCompleted is completed.
	TaskStateCompleted TaskState = "completed"
	// TaskStateFailed is failed.
	TaskStateFailed TaskState = "failed"
	// TaskStateCanceled is canceled.
	TaskStateCanceled TaskState = "canceled"
	// TaskStateRejected is rejected.
	TaskStateRejected TaskState = "rejected"
)

// NewPart is a piece of content: exactly one of `text`, `raw`, `url` and `data`.
type NewPart struct {
	// A text.
	Text string `json:"text,omitzero"`
	// Bytes, in base64.
	Raw []byte `json:"raw,omitzero"`
	// The absolute address of a file.
	URL string `json:"url,omitzero"`
	// Any JSON value.
	Data any `json:"data,omitzero"`
	// The media type of the content.
	MediaType string `json:"media_type,omitzero"`
	// The name of the file.
	Filename string `json:"filename,omitzero"`
	// Any JSON object.
	Metadata map[string]any `json:"metadata,omitzero"`
}

// TaskReplyState is the state that a reply sets.
type TaskReplyState string

// The values of [TaskReplyState]. A newer service may send others.
const (
	// TaskReplyStateWorking is working.
	TaskReplyStateWorking TaskReplyState = "working"
	// TaskReplyStateInputRequired is input_required.
	TaskReplyStateInputRequired TaskReplyState = "input_required"
	// TaskReplyStateAuthRequired is auth_required.
	TaskReplyStateAuthRequired TaskReplyState = "auth_required"
	// TaskReplyStateCompleted is completed.
	TaskReplyStateCompleted TaskReplyState = "completed"
	// TaskReplyStateFailed is failed.
	TaskReplyStateFailed TaskReplyState = "failed"
	// TaskReplyStateRejected is rejected.
	TaskReplyStateRejected TaskReplyState = "rejected"
)

// NewArtifact is a result of a task.
type NewArtifact struct {
	// The artifact's id. An existing id replaces that artifact.
	ArtifactID string `json:"artifact_id,omitzero"`
	// A name for people.
	Name string `json:"name,omitzero"`
	// What it is.
	Description string `json:"description,omitzero"`
	// Its content.
	Parts []NewPart `json:"parts"`
	// Any JSON object.
	Metadata map[string]any `json:"metadata,omitzero"`
}

// MailGate: which emails are held. `unvouched`: to an address, or with a link to a host, that the agent knows only from
// strangers' text. `first_contact`: to an address that the organization has neither written to nor had verified mail
// from. `external`: to anyone outside the organization's domains and agents.
type MailGate string

// The values of [MailGate]. A newer service may send others.
const (
	// MailGateNever is never.
	MailGateNever MailGate = "never"
	// MailGateUnvouched is unvouched.
	MailGateUnvouched MailGate = "unvouched"
	// MailGateFirstContact is first_contact.
	MailGateFirstContact MailGate = "first_contact"
	// MailGateExternal is external.
	MailGateExternal MailGate = "external"
	// MailGateAlways is always.
	MailGateAlways MailGate = "always"
)

// ActionGate is whether actions are held.
type ActionGate string

// The values of [ActionGate]. A newer service may send others.
const (
	// ActionGateNever is never.
	ActionGateNever ActionGate = "never"
	// ActionGateAlways is always.
	ActionGateAlways ActionGate = "always"
)

// ApprovalStatus: `expired`: no one decided in time. `canceled`: the agent was suspended. `failed`: approved, but
// refused when it was to take effect.
type ApprovalStatus string

// The values of [ApprovalStatus]. A newer service may send others.
const (
	// ApprovalStatusPending is pending.
	ApprovalStatusPending ApprovalStatus = "pending"
	// ApprovalStatusApproved is approved.
	ApprovalStatusApproved ApprovalStatus = "approved"
	// ApprovalStatusDenied is denied.
	ApprovalStatusDenied ApprovalStatus = "denied"
	// ApprovalStatusExpired is expired.
	ApprovalStatusExpired ApprovalStatus = "expired"
	// ApprovalStatusCanceled is canceled.
	ApprovalStatusCanceled ApprovalStatus = "canceled"
	// ApprovalStatusFailed is failed.
	ApprovalStatusFailed ApprovalStatus = "failed"
)

// MailEdits is what the approver changes of an email.
type MailEdits struct {
	// The subject.
	Subject string `json:"subject,omitzero"`
	// The whole text. Without html the email has no HTML then.
	Text string `json:"text,omitzero"`
	// The whole HTML. Without text it becomes the text too.
	HTML string `json:"html,omitzero"`
	// The recipients.
	To []string `json:"to,omitzero"`
	// The recipients of copies.
	CC []string `json:"cc,omitzero"`
	// The recipients of blind copies.
	BCC []string `json:"bcc,omitzero"`
}

// ContactMatchType is whether a rule applies to one address or to all addresses of a domain.
type ContactMatchType string

// The values of [ContactMatchType]. A newer service may send others.
const (
	// ContactMatchTypeExactEmail is exact_email.
	ContactMatchTypeExactEmail ContactMatchType = "exact_email"
	// ContactMatchTypeDomain is domain.
	ContactMatchTypeDomain ContactMatchType = "domain"
)

// ContentWarning is a warning about a message. Later versions may add more. `hidden_text`: The HTML contains text that
// a person would not see. It is omitted from the texts, and is in `hidden_text`. `preheader`: The HTML starts with a
// preview text that mail programs show only in message lists. It is in `hidden_text`. `doubtful_text`: The HTML
// contains text with a style that the service does not understand. It is omitted from the texts, and is in
// `hidden_text`. `invisible_characters`: Invisible characters were removed from the texts, the subject or a name.
// `alternatives_differ`: The plain text says something that the HTML does not show. The texts are those of the HTML.
// `text_from_plain_part`: The HTML shows nothing but pictures. The texts are those of the plain part, which people may
// not see. `link_text_differs`: The text of a link names a different site than its target. `reply_to_differs`: Replies
// would go to a different domain than the author's. `name_is_address`: The author's name looks like an email address
// other than theirs. `lookalike_domain`: An author's domain looks like a domain that the organization knows, but is a
// different one. `first_contact`: There was no earlier message from or to an author's address. `several_authors`: The
// message names several authors. `not_verified`: The author's address is not verified. `joined_thread`: An author was
// neither author nor recipient of an earlier message in the thread. `quoted_text_unknown`: The message quotes text that
// is in no earlier message of the thread.
type ContentWarning string

// The values of [ContentWarning]. A newer service may send others.
const (
	// ContentWarningHiddenText is hidden_text.
	ContentWarningHiddenText ContentWarning = "hidden_text"
	// ContentWarningPreheader is preheader.
	ContentWarningPreheader ContentWarning = "preheader"
	// ContentWarningDoubtfulText is doubtful_text.
	ContentWarningDoubtfulText ContentWarning = "doubtful_text"
	// ContentWarningInvisibleCharacters is invisible_characters.
	ContentWarningInvisibleCharacters ContentWarning = "invisible_characters"
	// ContentWarningAlternativesDiffer is alternatives_differ.
	ContentWarningAlternativesDiffer ContentWarning = "alternatives_differ"
	// ContentWarningTextFromPlainPart is text_from_plain_part.
	ContentWarningTextFromPlainPart ContentWarning = "text_from_plain_part"
	// ContentWarningLinkTextDiffers is link_text_differs.
	ContentWarningLinkTextDiffers ContentWarning = "link_text_differs"
	// ContentWarningReplyToDiffers is reply_to_differs.
	ContentWarningReplyToDiffers ContentWarning = "reply_to_differs"
	// ContentWarningNameIsAddress is name_is_address.
	ContentWarningNameIsAddress ContentWarning = "name_is_address"
	// ContentWarningLookalikeDomain is lookalike_domain.
	ContentWarningLookalikeDomain ContentWarning = "lookalike_domain"
	// ContentWarningFirstContact is first_contact.
	ContentWarningFirstContact ContentWarning = "first_contact"
	// ContentWarningSeveralAuthors is several_authors.
	ContentWarningSeveralAuthors ContentWarning = "several_authors"
	// ContentWarningNotVerified is not_verified.
	ContentWarningNotVerified ContentWarning = "not_verified"
	// ContentWarningJoinedThread is joined_thread.
	ContentWarningJoinedThread ContentWarning = "joined_thread"
	// ContentWarningQuotedTextUnknown is quoted_text_unknown.
	ContentWarningQuotedTextUnknown ContentWarning = "quoted_text_unknown"
)

// WarningFolder: where a rule about warnings puts a message. In `blocked`, it has no event and no thread.
type WarningFolder string

// The values of [WarningFolder]. A newer service may send others.
const (
	// WarningFolderSpam is spam.
	WarningFolderSpam WarningFolder = "spam"
	// WarningFolderBlocked is blocked.
	WarningFolderBlocked WarningFolder = "blocked"
)

// FilterMode: `allowlist`: only allowed senders and recipients. `blocklist`: all except blocked ones.
type FilterMode string

// The values of [FilterMode]. A newer service may send others.
const (
	// FilterModeAllowlist is allowlist.
	FilterModeAllowlist FilterMode = "allowlist"
	// FilterModeBlocklist is blocklist.
	FilterModeBlocklist FilterMode = "blocklist"
)

// EventType is what happened.
type EventType string

// The values of [EventType]. A newer service may send others.
const (
	// EventTypeMailSent is mail.sent.
	EventTypeMailSent EventType = "mail.sent"
	// EventTypeMailReceived is mail.received.
	EventTypeMailReceived EventType = "mail.received"
	// EventTypeMailDelivered is mail.delivered.
	EventTypeMailDelivered EventType = "mail.delivered"
	// EventTypeMailBounced is mail.bounced.
	EventTypeMailBounced EventType = "mail.bounced"
	// EventTypeMailComplained is mail.complained.
	EventTypeMailComplained EventType = "mail.complained"
	// EventTypeMailDraftFailed is mail.draft_failed.
	EventTypeMailDraftFailed EventType = "mail.draft_failed"
	// EventTypeMailLabeled is mail.labeled.
	EventTypeMailLabeled EventType = "mail.labeled"
	// EventTypeMailUnsubscribed is mail.unsubscribed.
	EventTypeMailUnsubscribed EventType = "mail.unsubscribed"
	// EventTypeA2ATaskCreated is a2a.task.created.
	EventTypeA2ATaskCreated EventType = "a2a.task.created"
	// EventTypeA2ATaskMessage is a2a.task.message.
	EventTypeA2ATaskMessage EventType = "a2a.task.message"
	// EventTypeA2ATaskCanceled is a2a.task.canceled.
	EventTypeA2ATaskCanceled EventType = "a2a.task.canceled"
	// EventTypeA2ASentTaskUpdated is a2a.sent_task.updated.
	EventTypeA2ASentTaskUpdated EventType = "a2a.sent_task.updated"
	// EventTypeA2ATaskUpdated is a2a.task.updated.
	EventTypeA2ATaskUpdated EventType = "a2a.task.updated"
	// EventTypeA2AContactRuleChanged is a2a.contact_rule.changed.
	EventTypeA2AContactRuleChanged EventType = "a2a.contact_rule.changed"
	// EventTypeA2ASettingsUpdated is a2a.settings.updated.
	EventTypeA2ASettingsUpdated EventType = "a2a.settings.updated"
	// EventTypeA2AInvitationCreated is a2a.invitation.created.
	EventTypeA2AInvitationCreated EventType = "a2a.invitation.created"
	// EventTypeA2AInvitationAccepted is a2a.invitation.accepted.
	EventTypeA2AInvitationAccepted EventType = "a2a.invitation.accepted"
	// EventTypeA2AInvitationDeclined is a2a.invitation.declined.
	EventTypeA2AInvitationDeclined EventType = "a2a.invitation.declined"
	// EventTypeA2AInvitationRevoked is a2a.invitation.revoked.
	EventTypeA2AInvitationRevoked EventType = "a2a.invitation.revoked"
	// EventTypeIdentityTokenIssued is identity_token.issued.
	EventTypeIdentityTokenIssued EventType = "identity_token.issued"
	// EventTypeGrantCreated is grant.created.
	EventTypeGrantCreated EventType = "grant.created"
	// EventTypeGrantRevoked is grant.revoked.
	EventTypeGrantRevoked EventType = "grant.revoked"
	// EventTypeApprovalRequested is approval.requested.
	EventTypeApprovalRequested EventType = "approval.requested"
	// EventTypeApprovalDecided is approval.decided.
	EventTypeApprovalDecided EventType = "approval.decided"
	// EventTypeShortKeyIssued is short_key.issued.
	EventTypeShortKeyIssued EventType = "short_key.issued"
)

// A2APart is a `Part`: exactly one of `text`, `raw`, `url` and `data`.
type A2APart struct {
	// A text.
	Text string `json:"text,omitzero"`
	// Bytes, in base64.
	Raw []byte `json:"raw,omitzero"`
	// The absolute address of a file.
	URL string `json:"url,omitzero"`
	// Any JSON value.
	Data json.RawMessage `json:"data,omitzero"`
	// The media type of the content.
	MediaType string `json:"mediaType,omitzero"`
	// The name of the file.
	Filename string `json:"filename,omitzero"`
	// Any JSON object.
	Metadata map[string]any `json:"metadata,omitzero"`
}

// NewSkill: something an agent can do.
type NewSkill struct {
	// The skill's id, unique within the agent.
	ID string `json:"id"`
	// A short name for people.
	Name string `json:"name"`
	// What the agent does.
	Description string `json:"description"`
	// Keywords to find the skill by.
	Tags []string `json:"tags,omitzero"`
	// Example requests for the skill.
	Examples []string `json:"examples,omitzero"`
}

// NewAttachment is a file to attach.
type NewAttachment struct {
	// The name of the file.
	Filename string `json:"filename"`
	// Its media type, which is not a multipart.
	ContentType string `json:"content_type"`
	// Its bytes. All attachments may have at most 3.5 MB in total.
	Content []byte `json:"content_base64"`
	// Makes it inline: the HTML shows it as `cid:<content_id>`.
	ContentID string `json:"content_id,omitzero"`
}

// MailDirection is whether a message was received or sent.
type MailDirection string

// The values of [MailDirection]. A newer service may send others.
const (
	// MailDirectionInbound is inbound.
	MailDirectionInbound MailDirection = "inbound"
	// MailDirectionOutbound is outbound.
	MailDirectionOutbound MailDirection = "outbound"
)

// MailFolder is the folder of a message. `blocked` holds mail that rules or virus checks refused.
type MailFolder string

// The values of [MailFolder]. A newer service may send others.
const (
	// MailFolderInbox is inbox.
	MailFolderInbox MailFolder = "inbox"
	// MailFolderSent is sent.
	MailFolderSent MailFolder = "sent"
	// MailFolderSpam is spam.
	MailFolderSpam MailFolder = "spam"
	// MailFolderBlocked is blocked.
	MailFolderBlocked MailFolder = "blocked"
	// MailFolderArchive is archive.
	MailFolderArchive MailFolder = "archive"
)

// ForwardForm is how a message is forwarded.
type ForwardForm string

// The values of [ForwardForm]. A newer service may send others.
const (
	// ForwardFormInline is inline.
	ForwardFormInline ForwardForm = "inline"
	// ForwardFormAttachment is attachment.
	ForwardFormAttachment ForwardForm = "attachment"
)

// IncludedInThread is what to include with the messages of a conversation.
type IncludedInThread string

// The values of [IncludedInThread]. A newer service may send others.
const (
	// IncludedInThreadText is text.
	IncludedInThreadText IncludedInThread = "text"
)

// MemberRole is what a member may do. A viewer reads, an approver also decides, an admin does what an org key does, and
// an owner also appoints and removes owners.
type MemberRole string

// The values of [MemberRole]. A newer service may send others.
const (
	// MemberRoleOwner is owner.
	MemberRoleOwner MemberRole = "owner"
	// MemberRoleAdmin is admin.
	MemberRoleAdmin MemberRole = "admin"
	// MemberRoleApprover is approver.
	MemberRoleApprover MemberRole = "approver"
	// MemberRoleViewer is viewer.
	MemberRoleViewer MemberRole = "viewer"
)

// Provider is the kind of provider.
type Provider string

// The values of [Provider]. A newer service may send others.
const (
	// ProviderSES is ses.
	ProviderSES Provider = "ses"
	// ProviderSMTP is smtp.
	ProviderSMTP Provider = "smtp"
)

// ProviderCredentials is the credentials at the provider. They are never returned.
type ProviderCredentials struct {
	// SMTP only, together with `username`.
	Password string `json:"password,omitzero"`
	// SES only: a role with the organization's id as external id in its trust policy.
	RoleARN string `json:"role_arn,omitzero"`
}

// SearchKind is what kind of record was found.
type SearchKind string

// The values of [SearchKind]. A newer service may send others.
const (
	// SearchKindMail is mail.
	SearchKindMail SearchKind = "mail"
	// SearchKindTask is task.
	SearchKindTask SearchKind = "task"
	// SearchKindContact is contact.
	SearchKindContact SearchKind = "contact"
	// SearchKindEvent is event.
	SearchKindEvent SearchKind = "event"
)

// NewIssuerKeys: public keys (RFC 7517), each with a `kid`.
type NewIssuerKeys struct {
	// The keys.
	Keys []map[string]any `json:"keys"`
}

// NewIssuerRule: which tokens of an issuer get a key of which agent.
type NewIssuerRule struct {
	// The agent that the key acts as.
	IdentityID string `json:"identity_id"`
	// All have to hold. One of them has to say who the workload is, such as `sub`.
	Claims map[string]string `json:"claims"`
	// What the key is limited to.
	Scopes []Scope `json:"scopes"`
}

// Scope is a part of the API that a credential is limited to.
type Scope string

// The values of [Scope]. A newer service may send others.
const (
	// ScopeMailRead is mail.read.
	ScopeMailRead Scope = "mail.read"
	// ScopeMailSend is mail.send.
	ScopeMailSend Scope = "mail.send"
	// ScopeTasks is tasks.
	ScopeTasks Scope = "tasks"
	// ScopeEvents is events.
	ScopeEvents Scope = "events"
	// ScopeContacts is contacts.
	ScopeContacts Scope = "contacts"
	// ScopeVault is vault.
	ScopeVault Scope = "vault"
	// ScopeIdentity is identity.
	ScopeIdentity Scope = "identity"
)

// KeypairAlgorithm is the signature algorithm.
type KeypairAlgorithm string

// The values of [KeypairAlgorithm]. A newer service may send others.
const (
	// KeypairAlgorithmEd25519 is ed25519.
	KeypairAlgorithmEd25519 KeypairAlgorithm = "ed25519"
)

// Proof is a signature by the agent's private key over `<action>.<resource id>.<timestamp>.<nonce>`.
type Proof struct {
	// Unix seconds, at most 300 seconds from now.
	Timestamp int `json:"timestamp"`
	// A string that the agent has not used before.
	Nonce string `json:"nonce"`
	// The Ed25519 signature in base64.
	Signature string `json:"signature"`
}

// RecoveryStatus: which deliveries are replayed: those of which all attempts have failed, those that wait for a retry,
// or both.
type RecoveryStatus string

// The values of [RecoveryStatus]. A newer service may send others.
const (
	// RecoveryStatusDeadLetter is dead_letter.
	RecoveryStatusDeadLetter RecoveryStatus = "dead_letter"
	// RecoveryStatusRetrying is retrying.
	RecoveryStatusRetrying RecoveryStatus = "retrying"
	// RecoveryStatusAll is all.
	RecoveryStatusAll RecoveryStatus = "all"
)

// DeliveryEventType is the type of an event of the log, `webhook.test` or `a2a.push_notification`.
type DeliveryEventType string

// The values of [DeliveryEventType]. A newer service may send others.
const (
	// DeliveryEventTypeMailSent is mail.sent.
	DeliveryEventTypeMailSent DeliveryEventType = "mail.sent"
	// DeliveryEventTypeMailReceived is mail.received.
	DeliveryEventTypeMailReceived DeliveryEventType = "mail.received"
	// DeliveryEventTypeMailDelivered is mail.delivered.
	DeliveryEventTypeMailDelivered DeliveryEventType = "mail.delivered"
	// DeliveryEventTypeMailBounced is mail.bounced.
	DeliveryEventTypeMailBounced DeliveryEventType = "mail.bounced"
	// DeliveryEventTypeMailComplained is mail.complained.
	DeliveryEventTypeMailComplained DeliveryEventType = "mail.complained"
	// DeliveryEventTypeMailDraftFailed is mail.draft_failed.
	DeliveryEventTypeMailDraftFailed DeliveryEventType = "mail.draft_failed"
	// DeliveryEventTypeMailLabeled is mail.labeled.
	DeliveryEventTypeMailLabeled DeliveryEventType = "mail.labeled"
	// DeliveryEventTypeMailUnsubscribed is mail.unsubscribed.
	DeliveryEventTypeMailUnsubscribed DeliveryEventType = "mail.unsubscribed"
	// DeliveryEventTypeA2ATaskCreated is a2a.task.created.
	DeliveryEventTypeA2ATaskCreated DeliveryEventType = "a2a.task.created"
	// DeliveryEventTypeA2ATaskMessage is a2a.task.message.
	DeliveryEventTypeA2ATaskMessage DeliveryEventType = "a2a.task.message"
	// DeliveryEventTypeA2ATaskCanceled is a2a.task.canceled.
	DeliveryEventTypeA2ATaskCanceled DeliveryEventType = "a2a.task.canceled"
	// DeliveryEventTypeA2ASentTaskUpdated is a2a.sent_task.updated.
	DeliveryEventTypeA2ASentTaskUpdated DeliveryEventType = "a2a.sent_task.updated"
	// DeliveryEventTypeA2ATaskUpdated is a2a.task.updated.
	DeliveryEventTypeA2ATaskUpdated DeliveryEventType = "a2a.task.updated"
	// DeliveryEventTypeA2AContactRuleChanged is a2a.contact_rule.changed.
	DeliveryEventTypeA2AContactRuleChanged DeliveryEventType = "a2a.contact_rule.changed"
	// DeliveryEventTypeA2ASettingsUpdated is a2a.settings.updated.
	DeliveryEventTypeA2ASettingsUpdated DeliveryEventType = "a2a.settings.updated"
	// DeliveryEventTypeA2AInvitationCreated is a2a.invitation.created.
	DeliveryEventTypeA2AInvitationCreated DeliveryEventType = "a2a.invitation.created"
	// DeliveryEventTypeA2AInvitationAccepted is a2a.invitation.accepted.
	DeliveryEventTypeA2AInvitationAccepted DeliveryEventType = "a2a.invitation.accepted"
	// DeliveryEventTypeA2AInvitationDeclined is a2a.invitation.declined.
	DeliveryEventTypeA2AInvitationDeclined DeliveryEventType = "a2a.invitation.declined"
	// DeliveryEventTypeA2AInvitationRevoked is a2a.invitation.revoked.
	DeliveryEventTypeA2AInvitationRevoked DeliveryEventType = "a2a.invitation.revoked"
	// DeliveryEventTypeIdentityTokenIssued is identity_token.issued.
	DeliveryEventTypeIdentityTokenIssued DeliveryEventType = "identity_token.issued"
	// DeliveryEventTypeGrantCreated is grant.created.
	DeliveryEventTypeGrantCreated DeliveryEventType = "grant.created"
	// DeliveryEventTypeGrantRevoked is grant.revoked.
	DeliveryEventTypeGrantRevoked DeliveryEventType = "grant.revoked"
	// DeliveryEventTypeApprovalRequested is approval.requested.
	DeliveryEventTypeApprovalRequested DeliveryEventType = "approval.requested"
	// DeliveryEventTypeApprovalDecided is approval.decided.
	DeliveryEventTypeApprovalDecided DeliveryEventType = "approval.decided"
	// DeliveryEventTypeShortKeyIssued is short_key.issued.
	DeliveryEventTypeShortKeyIssued DeliveryEventType = "short_key.issued"
	// DeliveryEventTypeWebhookTest is webhook.test.
	DeliveryEventTypeWebhookTest DeliveryEventType = "webhook.test"
	// DeliveryEventTypeA2APushNotification is a2a.push_notification.
	DeliveryEventTypeA2APushNotification DeliveryEventType = "a2a.push_notification"
)

// DeliveryStatus is the status of a delivery. `dead_letter` means that all attempts have failed.
type DeliveryStatus string

// The values of [DeliveryStatus]. A newer service may send others.
const (
	// DeliveryStatusPending is pending.
	DeliveryStatusPending DeliveryStatus = "pending"
	// DeliveryStatusDelivered is delivered.
	DeliveryStatusDelivered DeliveryStatus = "delivered"
	// DeliveryStatusRetrying is retrying.
	DeliveryStatusRetrying DeliveryStatus = "retrying"
	// DeliveryStatusDeadLetter is dead_letter.
	DeliveryStatusDeadLetter DeliveryStatus = "dead_letter"
)

// A2ARule is a rule about tasks between two agents.
type A2ARule struct {
	// The rule's id.
	ID string `json:"id"`
	// The agent of the organization that the rule is for.
	IdentityID string `json:"identity_id"`
	// The handle of the other agent.
	Handle string `json:"handle"`
	// Whether a rule allows or blocks.
	Action RuleAction `json:"action"`
	// The traffic that a rule applies to, from the agent's point of view.
	Direction RuleDirection `json:"direction"`
	// `invitation` if an accepted invitation created the rule.
	Via *RuleOrigin `json:"via"`
	// When it was created.
	CreatedAt time.Time `json:"created_at"`
	// When it last changed.
	UpdatedAt time.Time `json:"updated_at"`
}

// RuleOrigin: `invitation` if an accepted invitation created the rule.
type RuleOrigin string

// The values of [RuleOrigin]. A newer service may send others.
const (
	// RuleOriginInvitation is invitation.
	RuleOriginInvitation RuleOrigin = "invitation"
)

// ErrorCode is what went wrong, for programs. Later versions may add more.
type ErrorCode string

// The values of [ErrorCode]. A newer service may send others.
const (
	// ErrorCodeValidationFailed is validation.failed.
	ErrorCodeValidationFailed ErrorCode = "validation.failed"
	// ErrorCodeAuthUnauthorized is auth.unauthorized.
	ErrorCodeAuthUnauthorized ErrorCode = "auth.unauthorized"
	// ErrorCodeAuthInvalidCredentials is auth.invalid_credentials.
	ErrorCodeAuthInvalidCredentials ErrorCode = "auth.invalid_credentials"
	// ErrorCodeAuthSecondFactorRequired is auth.second_factor_required.
	ErrorCodeAuthSecondFactorRequired ErrorCode = "auth.second_factor_required"
	// ErrorCodeAuthSecondFactorSetup is auth.second_factor_setup.
	ErrorCodeAuthSecondFactorSetup ErrorCode = "auth.second_factor_setup"
	// ErrorCodeAuthSecondFactorActive is auth.second_factor_active.
	ErrorCodeAuthSecondFactorActive ErrorCode = "auth.second_factor_active"
	// ErrorCodeAuthCodeInvalid is auth.code_invalid.
	ErrorCodeAuthCodeInvalid ErrorCode = "auth.code_invalid"
	// ErrorCodeAuthCodeExpired is auth.code_expired.
	ErrorCodeAuthCodeExpired ErrorCode = "auth.code_expired"
	// ErrorCodeAuthCodeExhausted is auth.code_exhausted.
	ErrorCodeAuthCodeExhausted ErrorCode = "auth.code_exhausted"
	// ErrorCodeAuthTokenRefused is auth.token_refused.
	ErrorCodeAuthTokenRefused ErrorCode = "auth.token_refused"
	// ErrorCodeAuthAlreadyClaimed is auth.already_claimed.
	ErrorCodeAuthAlreadyClaimed ErrorCode = "auth.already_claimed"
	// ErrorCodeAuthForbidden is auth.forbidden.
	ErrorCodeAuthForbidden ErrorCode = "auth.forbidden"
	// ErrorCodeIdentitySuspended is identity.suspended.
	ErrorCodeIdentitySuspended ErrorCode = "identity.suspended"
	// ErrorCodeResourceNotFound is resource.not_found.
	ErrorCodeResourceNotFound ErrorCode = "resource.not_found"
	// ErrorCodeRouteNotFound is route.not_found.
	ErrorCodeRouteNotFound ErrorCode = "route.not_found"
	// ErrorCodeOrganizationSlugTaken is organization.slug_taken.
	ErrorCodeOrganizationSlugTaken ErrorCode = "organization.slug_taken"
	// ErrorCodeIdentityHandleTaken is identity.handle_taken.
	ErrorCodeIdentityHandleTaken ErrorCode = "identity.handle_taken"
	// ErrorCodeDomainTaken is domain.taken.
	ErrorCodeDomainTaken ErrorCode = "domain.taken"
	// ErrorCodeDomainInUse is domain.in_use.
	ErrorCodeDomainInUse ErrorCode = "domain.in_use"
	// ErrorCodeContactRuleDuplicate is contact_rule.duplicate.
	ErrorCodeContactRuleDuplicate ErrorCode = "contact_rule.duplicate"
	// ErrorCodeMailboxTaken is mailbox.taken.
	ErrorCodeMailboxTaken ErrorCode = "mailbox.taken"
	// ErrorCodeTrustedIssuerDuplicate is trusted_issuer.duplicate.
	ErrorCodeTrustedIssuerDuplicate ErrorCode = "trusted_issuer.duplicate"
	// ErrorCodeTrustedIssuerLimitReached is trusted_issuer.limit_reached.
	ErrorCodeTrustedIssuerLimitReached ErrorCode = "trusted_issuer.limit_reached"
	// ErrorCodeMemberDuplicate is member.duplicate.
	ErrorCodeMemberDuplicate ErrorCode = "member.duplicate"
	// ErrorCodeMemberLastOwner is member.last_owner.
	ErrorCodeMemberLastOwner ErrorCode = "member.last_owner"
	// ErrorCodeMemberLimitReached is member.limit_reached.
	ErrorCodeMemberLimitReached ErrorCode = "member.limit_reached"
	// ErrorCodeIdempotencyConflict is idempotency.conflict.
	ErrorCodeIdempotencyConflict ErrorCode = "idempotency.conflict"
	// ErrorCodeWebhookDisabled is webhook.disabled.
	ErrorCodeWebhookDisabled ErrorCode = "webhook.disabled"
	// ErrorCodeWebhookLimitReached is webhook.limit_reached.
	ErrorCodeWebhookLimitReached ErrorCode = "webhook.limit_reached"
	// ErrorCodeUsageAgentLimit is usage.agent_limit.
	ErrorCodeUsageAgentLimit ErrorCode = "usage.agent_limit"
	// ErrorCodeUsageStorageLimit is usage.storage_limit.
	ErrorCodeUsageStorageLimit ErrorCode = "usage.storage_limit"
	// ErrorCodeUsageTunnelLimit is usage.tunnel_limit.
	ErrorCodeUsageTunnelLimit ErrorCode = "usage.tunnel_limit"
	// ErrorCodeUsageEmailLimit is usage.email_limit.
	ErrorCodeUsageEmailLimit ErrorCode = "usage.email_limit"
	// ErrorCodeContactRuleRecipientBlocked is contact_rule.recipient_blocked.
	ErrorCodeContactRuleRecipientBlocked ErrorCode = "contact_rule.recipient_blocked"
	// ErrorCodeMailRecipientSuppressed is mail.recipient_suppressed.
	ErrorCodeMailRecipientSuppressed ErrorCode = "mail.recipient_suppressed"
	// ErrorCodeMailVirusFound is mail.virus_found.
	ErrorCodeMailVirusFound ErrorCode = "mail.virus_found"
	// ErrorCodeMailDraftClosed is mail.draft_closed.
	ErrorCodeMailDraftClosed ErrorCode = "mail.draft_closed"
	// ErrorCodeMailLoopSuspected is mail.loop_suspected.
	ErrorCodeMailLoopSuspected ErrorCode = "mail.loop_suspected"
	// ErrorCodeA2ATaskTerminal is a2a.task_terminal.
	ErrorCodeA2ATaskTerminal ErrorCode = "a2a.task_terminal"
	// ErrorCodeA2ATaskWaiting is a2a.task_waiting.
	ErrorCodeA2ATaskWaiting ErrorCode = "a2a.task_waiting"
	// ErrorCodeA2ATaskClaimed is a2a.task_claimed.
	ErrorCodeA2ATaskClaimed ErrorCode = "a2a.task_claimed"
	// ErrorCodeA2AInvitationClosed is a2a.invitation_closed.
	ErrorCodeA2AInvitationClosed ErrorCode = "a2a.invitation_closed"
	// ErrorCodeIdentityTokenAudience is identity_token.audience.
	ErrorCodeIdentityTokenAudience ErrorCode = "identity_token.audience"
	// ErrorCodeVaultProofInvalid is vault.proof_invalid.
	ErrorCodeVaultProofInvalid ErrorCode = "vault.proof_invalid"
	// ErrorCodeVaultLeaseExpired is vault.lease_expired.
	ErrorCodeVaultLeaseExpired ErrorCode = "vault.lease_expired"
	// ErrorCodeVaultLeaseExhausted is vault.lease_exhausted.
	ErrorCodeVaultLeaseExhausted ErrorCode = "vault.lease_exhausted"
	// ErrorCodeVaultLeaseRevoked is vault.lease_revoked.
	ErrorCodeVaultLeaseRevoked ErrorCode = "vault.lease_revoked"
	// ErrorCodeVaultLeaseClaimed is vault.lease_claimed.
	ErrorCodeVaultLeaseClaimed ErrorCode = "vault.lease_claimed"
	// ErrorCodeApprovalChanged is approval.changed.
	ErrorCodeApprovalChanged ErrorCode = "approval.changed"
	// ErrorCodeApprovalPending is approval.pending.
	ErrorCodeApprovalPending ErrorCode = "approval.pending"
	// ErrorCodeApprovalClosed is approval.closed.
	ErrorCodeApprovalClosed ErrorCode = "approval.closed"
	// ErrorCodePayloadTooLarge is payload.too_large.
	ErrorCodePayloadTooLarge ErrorCode = "payload.too_large"
	// ErrorCodeAttachmentNoText is attachment.no_text.
	ErrorCodeAttachmentNoText ErrorCode = "attachment.no_text"
	// ErrorCodePayloadUnsupportedType is payload.unsupported_type.
	ErrorCodePayloadUnsupportedType ErrorCode = "payload.unsupported_type"
	// ErrorCodeRateLimitExceeded is rate_limit.exceeded.
	ErrorCodeRateLimitExceeded ErrorCode = "rate_limit.exceeded"
	// ErrorCodeServiceUnavailable is service.unavailable.
	ErrorCodeServiceUnavailable ErrorCode = "service.unavailable"
	// ErrorCodeInternalError is internal.error.
	ErrorCodeInternalError ErrorCode = "internal.error"
)

// DirectoryAgent is an agent that everyone can find.
type DirectoryAgent struct {
	// The agent's handle.
	Handle string `json:"handle"`
	// The name that people see.
	DisplayName string `json:"display_name"`
	// What the agent is for.
	Description *string `json:"description"`
	// What the agent can do.
	Skills []Skill `json:"skills"`
	// The address of the agent's card.
	CardURL string `json:"card_url"`
	// The original text of the fields from which invisible characters were removed.
	Original map[string]any `json:"original,omitzero"`
	// When the agent was listed.
	CreatedAt time.Time `json:"created_at"`
}

// Skill: something an agent can do.
type Skill struct {
	// The skill's id, unique within the agent.
	ID string `json:"id"`
	// A short name for people.
	Name string `json:"name"`
	// What the agent does.
	Description string `json:"description"`
	// Keywords to find the skill by.
	Tags []string `json:"tags"`
	// Example requests for the skill.
	Examples []string `json:"examples"`
	// The original text of the fields from which invisible characters were removed.
	Original map[string]any `json:"original,omitzero"`
}

// Invitation is an invitation of one agent to another. Once accepted, each can reach the other.
type Invitation struct {
	// The invitation's id.
	ID string `json:"id"`
	// The agent that invites.
	FromIdentityID string `json:"from_identity_id"`
	// Its handle.
	FromHandle string `json:"from_handle"`
	// The agent that is invited.
	ToIdentityID string `json:"to_identity_id"`
	// Its handle.
	ToHandle string `json:"to_handle"`
	// A text for the other organization.
	Note *string `json:"note"`
	// The status of an invitation.
	Status InvitationStatus `json:"status"`
	// Until when it can be accepted.
	ExpiresAt time.Time `json:"expires_at"`
	// The original text of the fields from which invisible characters were removed.
	Original map[string]any `json:"original,omitzero"`
	// When it was created.
	CreatedAt time.Time `json:"created_at"`
	// When it last changed.
	UpdatedAt time.Time `json:"updated_at"`
}

// Task is a task that one agent gave another.
type Task struct {
	// The task's id.
	ID string `json:"id"`
	// The context that the task belongs to.
	ContextID string `json:"context_id"`
	// The state of a task.
	State TaskState `json:"state"`
	// Only of a task that waits for a person.
	Status HeldTask `json:"status,omitzero"`
	// The approval that a held task waits for, or that has ended without it.
	ApprovalID string `json:"approval_id,omitzero"`
	// The agent that sent the task.
	Caller TaskAgent `json:"caller"`
	// The agent that works on the task.
	Worker TaskAgent `json:"worker"`
	// The newest messages that fit in the reply, oldest first.
	Messages []TaskMessage `json:"messages"`
	// How many messages the task has.
	MessageCount int `json:"message_count"`
	// The worker's artifacts. Absent if it does not fit in the reply.
	Artifacts []Artifact `json:"artifacts,omitzero"`
	// How many artifacts the task has.
	ArtifactCount int `json:"artifact_count"`
	// The worker's result, any JSON value. Absent if it does not fit in the reply.
	Result json.RawMessage `json:"result,omitzero"`
	// The sender's own data. Absent if it does not fit in the reply.
	Metadata map[string]any `json:"metadata,omitzero"`
	// When it was created.
	CreatedAt time.Time `json:"created_at"`
	// When it last changed.
	UpdatedAt time.Time `json:"updated_at"`
	// When the task ended.
	CompletedAt *time.Time `json:"completed_at"`
}

// HeldTask is a task that a person has to approve. Its agent has not got it.
type HeldTask string

// The values of [HeldTask]. A newer service may send others.
const (
	// HeldTaskHeld is held.
	HeldTaskHeld HeldTask = "held"
)

// TaskAgent is one of the two agents of a task.
type TaskAgent struct {
	// The agent's id.
	IdentityID string `json:"identity_id"`
	// The agent's handle.
	Handle string `json:"handle"`
	// The name that people see.
	DisplayName string `json:"display_name"`
}

// TaskMessage is a message of a task.
type TaskMessage struct {
	// The message's id.
	ID string `json:"id"`
	// The sender's own id of the message, or else the same as `id`.
	MessageID string `json:"message_id"`
	// Which of the two agents sent it.
	Role TaskRole `json:"role"`
	// Its content.
	Parts []Part `json:"parts"`
	// When it was created.
	CreatedAt time.Time `json:"created_at"`
}

// TaskRole is one of the two agents of a task.
type TaskRole string

// The values of [TaskRole]. A newer service may send others.
const (
	// TaskRoleCaller is caller.
	TaskRoleCaller TaskRole = "caller"
	// TaskRoleWorker is worker.
	TaskRoleWorker TaskRole = "worker"
)

// Part is a piece of content: exactly one of `text`, `raw`, `url` and `data`.
type Part struct {
	// A text.
	Text string `json:"text,omitzero"`
	// Bytes, in base64.
	Raw []byte `json:"raw,omitzero"`
	// The absolute address of a file.
	URL string `json:"url,omitzero"`
	// Any JSON value.
	Data json.RawMessage `json:"data,omitzero"`
	// The media type of the content.
	MediaType string `json:"media_type,omitzero"`
	// The name of the file.
	Filename string `json:"filename,omitzero"`
	// Any JSON object.
	Metadata map[string]any `json:"metadata,omitzero"`
}

// Artifact is a result of a task.
type Artifact struct {
	// The artifact's id, unique in its task.
	ArtifactID string `json:"artifact_id"`
	// A name for people.
	Name *string `json:"name"`
	// What it is.
	Description *string `json:"description"`
	// Its content.
	Parts []Part `json:"parts"`
	// Any JSON object.
	Metadata map[string]any `json:"metadata"`
}

// TaskClaim is a worker's claim of a task. Until it ends, no other worker can claim the task.
type TaskClaim struct {
	// The field claimed.
	Claimed bool `json:"claimed"`
	// When the claim ends, unless it is renewed.
	Until time.Time `json:"until"`
	// The claim's id, to renew it and to reply under it.
	ClaimID string `json:"claim_id"`
}

// APIKey is an API key without its secret.
type APIKey struct {
	// The key's id.
	ID string `json:"id"`
	// The label chosen at creation.
	Name string `json:"name"`
	// The agent that the key acts as. Absent for an org key.
	IdentityID string `json:"identity_id,omitzero"`
	// The first 12 characters of the key.
	KeyPrefix string `json:"key_prefix"`
	// A revoked key can never be used again.
	Status APIKeyStatus `json:"status"`
	// When it was created.
	CreatedAt time.Time `json:"created_at"`
	// When the key was last used, rounded to the hour.
	LastUsedAt *time.Time `json:"last_used_at"`
	// When the key was revoked.
	RevokedAt *time.Time `json:"revoked_at"`
}

// APIKeyStatus is a revoked key can never be used again.
type APIKeyStatus string

// The values of [APIKeyStatus]. A newer service may send others.
const (
	// APIKeyStatusActive is active.
	APIKeyStatusActive APIKeyStatus = "active"
	// APIKeyStatusRevoked is revoked.
	APIKeyStatusRevoked APIKeyStatus = "revoked"
)

// CreatedAPIKey is a new API key with its secret, which is returned only once.
type CreatedAPIKey struct {
	// An API key without its secret.
	APIKey
	// The secret to send as `Authorization: Bearer`. Returned only once.
	Key SecretString `json:"key"`
}

// ApprovalSettings: when actions are held. Of the settings of an agent and its organization the stricter holds, each
// separately.
type ApprovalSettings struct {
	// The agent; null: the organization.
	IdentityID *string `json:"identity_id"`
	// Which emails are held.
	Mail MailGate `json:"mail"`
	// Leases of secrets.
	Vault ActionGate `json:"vault"`
	// Tunnels.
	Tunnel ActionGate `json:"tunnel"`
	// Tasks to agents of other organizations.
	Task ActionGate `json:"task"`
	// For how many days after its creation everything that can be held of an agent is held; null: none.
	HoldDays *int `json:"hold_days"`
	// How long an action waits for a decision. 604800 by default.
	TTLSeconds int `json:"ttl_seconds"`
	// The addresses of the members who decide. All who may if it is empty.
	Approvers []string `json:"approvers"`
	// The emails of an agent on a UTC day beyond which they are held; null: no limit.
	MailPerDay *int `json:"mail_per_day"`
	// The recipients of first contact on a UTC day beyond which emails are held; null: no limit.
	NewRecipientsPerDay *int `json:"new_recipients_per_day"`
	// The leases of an agent on a UTC day beyond which they are held; null: no limit.
	LeasesPerDay *int `json:"leases_per_day"`
	// When they were set; null if they never were.
	UpdatedAt *time.Time `json:"updated_at"`
}

// Approval is an action of an agent that waits for a person, or has.
type Approval struct {
	// The approval's id.
	ID string `json:"id"`
	// What a person decides about.
	Kind ApprovalKind `json:"kind"`
	// `expired`: no one decided in time.
	Status ApprovalStatus `json:"status"`
	// The agent.
	IdentityID string `json:"identity_id"`
	// What is held: the id of a message, a lease, a tunnel or a task.
	SubjectID string `json:"subject_id"`
	// The SHA-256 of everything that will happen. A person approves this hash.
	ContentHash string `json:"content_hash"`
	// What will happen.
	Preview ApprovalPreview `json:"preview"`
	// Why it was denied, or what refused its effect.
	Reason *string `json:"reason"`
	// When the agent asked for it.
	RequestedAt time.Time `json:"requested_at"`
	// When it is denied if no one decides.
	ExpiresAt time.Time `json:"expires_at"`
	// When it ended.
	DecidedAt *time.Time `json:"decided_at"`
	// The id of the person or the org key that decided.
	DecidedBy *string `json:"decided_by"`
}

// ApprovalKind is what a person decides about.
type ApprovalKind string

// The values of [ApprovalKind]. A newer service may send others.
const (
	// ApprovalKindMail is mail.
	ApprovalKindMail ApprovalKind = "mail"
	// ApprovalKindLease is lease.
	ApprovalKindLease ApprovalKind = "lease"
	// ApprovalKindTunnel is tunnel.
	ApprovalKindTunnel ApprovalKind = "tunnel"
	// ApprovalKindTask is task.
	ApprovalKindTask ApprovalKind = "task"
)

// ApprovalPreview is what will happen.
type ApprovalPreview struct {
	// In one line.
	Summary string `json:"summary"`
	// Why it is held.
	Reasons []ApprovalReason `json:"reasons"`
	// The email; null for another kind.
	Mail *MailPreview `json:"mail"`
	// The lease; null for another kind.
	Lease *LeasePreview `json:"lease"`
	// The tunnel; null for another kind.
	Tunnel *TunnelPreview `json:"tunnel"`
	// The task; null for another kind.
	Task *TaskPreview `json:"task"`
}

// ApprovalReason is a reason for which an action is held.
type ApprovalReason struct {
	// The approval setting that holds an action.
	Code HoldCode `json:"code"`
	// The recipient that it is about.
	Address *string `json:"address"`
	// The host of a link that it is about.
	Host *string `json:"host"`
	// Where the address or the host came from, if that is known.
	Source *string `json:"source"`
}

// HoldCode is the approval setting that holds an action.
type HoldCode string

// The values of [HoldCode]. A newer service may send others.
const (
	// HoldCodeAlways is always.
	HoldCodeAlways HoldCode = "always"
	// HoldCodeExternal is external.
	HoldCodeExternal HoldCode = "external"
	// HoldCodeFirstContact is first_contact.
	HoldCodeFirstContact HoldCode = "first_contact"
	// HoldCodeUnvouched is unvouched.
	HoldCodeUnvouched HoldCode = "unvouched"
	// HoldCodeHoldDays is hold_days.
	HoldCodeHoldDays HoldCode = "hold_days"
	// HoldCodeMailPerDay is mail_per_day.
	HoldCodeMailPerDay HoldCode = "mail_per_day"
	// HoldCodeNewRecipientsPerDay is new_recipients_per_day.
	HoldCodeNewRecipientsPerDay HoldCode = "new_recipients_per_day"
	// HoldCodeLeasesPerDay is leases_per_day.
	HoldCodeLeasesPerDay HoldCode = "leases_per_day"
)

// MailPreview is an email as its recipients will get it.
type MailPreview struct {
	// The agent.
	From []MailAddress `json:"from"`
	// The recipients.
	To []MailAddress `json:"to"`
	// The recipients of copies.
	CC []MailAddress `json:"cc"`
	// The recipients of blind copies.
	BCC []MailAddress `json:"bcc"`
	// Where replies will go.
	ReplyTo []MailAddress `json:"reply_to"`
	// The subject.
	Subject string `json:"subject"`
	// The beginning of the text.
	Snippet string `json:"snippet"`
	// The text as a person sees it; null if its files have expired. Only when one approval is read.
	Text *string `json:"text,omitzero"`
	// What a person sees of the HTML, if the email has a text too. Only when one approval is read.
	HTMLText *string `json:"html_text,omitzero"`
	// Its files.
	Attachments []PreviewFile `json:"attachments"`
	// The message that it answers or forwards; null for another one.
	Answers *PreviewAnswered `json:"answers"`
}

// MailAddress is an address of a message.
type MailAddress struct {
	// The address.
	Address string `json:"address"`
	// The name given with it.
	Name *string `json:"name"`
}

// PreviewFile is a file that will be sent.
type PreviewFile struct {
	// Its name.
	Filename *string `json:"filename"`
	// The media type.
	ContentType string `json:"content_type"`
	// The size in bytes, decoded.
	Size int64 `json:"size"`
	// The hash of its bytes, in hexadecimal.
	Sha256 *string `json:"sha256"`
}

// PreviewAnswered is the message that an email answers or forwards.
type PreviewAnswered struct {
	// Its id.
	MessageID string `json:"message_id"`
	// Its authors.
	From []MailAddress `json:"from"`
	// Its subject.
	Subject string `json:"subject"`
	// The beginning of its text.
	Snippet string `json:"snippet"`
}

// LeasePreview is a lease as it will be created.
type LeasePreview struct {
	// The secret.
	SecretID string `json:"secret_id"`
	// The secret's name.
	SecretName string `json:"secret_name"`
	// The version of its value.
	SecretVersion int `json:"secret_version"`
	// What the agent says that it needs the value for.
	Purpose *string `json:"purpose"`
	// How many times it can be redeemed.
	MaxUses int `json:"max_uses"`
	// How many seconds it lasts.
	TTLSeconds int `json:"ttl_seconds"`
	// The hosts that the value may be sent to; empty: not restricted.
	Hosts []string `json:"hosts"`
}

// TunnelPreview is a tunnel as it will be created.
type TunnelPreview struct {
	// The name that people see.
	Name *string `json:"name"`
	// The host of its public address; `*` for a label that cannot be guessed.
	Host string `json:"host"`
	// Pairs of strings that the caller stores with a record.
	Metadata map[string]string `json:"metadata"`
}

// TaskPreview is a task as its agent will get it.
type TaskPreview struct {
	// The agent that it is for.
	To TaskAgent `json:"to"`
	// The context that it continues; null for a new one.
	ContextID *string `json:"context_id"`
	// The beginning of its texts.
	Snippet string `json:"snippet"`
	// Its content. Only when one approval is read.
	Parts []Part `json:"parts,omitzero"`
	// What its message has besides the parts: metadata, extensions, other tasks. Only when one approval is read.
	Message map[string]any `json:"message,omitzero"`
	// The sender's own data, which the agent gets too. Only when one approval is read.
	Metadata map[string]any `json:"metadata,omitzero"`
	// Where the steps of the task will be reported; null for nowhere.
	PushURL *string `json:"push_url"`
}

// AuditEntry is a change.
type AuditEntry struct {
	// The entry's id.
	ID string `json:"id"`
	// When it was made.
	At time.Time `json:"at"`
	// Who has made a change.
	Actor AuditActor `json:"actor"`
	// The caller's network address.
	Address *string `json:"address"`
	// The name of the operation.
	Action string `json:"action"`
	// What was changed.
	Target AuditTarget `json:"target"`
	// Fields of the target before it.
	Before map[string]any `json:"before"`
	// The same after it.
	After map[string]any `json:"after"`
}

// AuditActor is who has made a change.
type AuditActor struct {
	// A person who logged in, an org key, an agent, or the service.
	Type AuditActorType `json:"type"`
	// The id of the person, the key or the agent; `service` for the service.
	ID string `json:"id"`
	// The email address of the person, the name of the key, or the handle of the agent.
	Label *string `json:"label"`
}

// AuditActorType is a person who logged in, an org key, an agent, or the service.
type AuditActorType string

// The values of [AuditActorType]. A newer service may send others.
const (
	// AuditActorTypeUser is user.
	AuditActorTypeUser AuditActorType = "user"
	// AuditActorTypeAPIKey is api_key.
	AuditActorTypeAPIKey AuditActorType = "api_key"
	// AuditActorTypeAgent is agent.
	AuditActorTypeAgent AuditActorType = "agent"
	// AuditActorTypeService is service.
	AuditActorTypeService AuditActorType = "service"
)

// AuditTarget is what was changed.
type AuditTarget struct {
	// What it is, such as `webhook`.
	Type string `json:"type"`
	// Its id. Settings have that of their agent or organization.
	ID string `json:"id"`
}

// User is a person with a login.
type User struct {
	// The person's id.
	ID string `json:"id"`
	// The person's email address.
	Email string `json:"email"`
}

// VerificationRequired is a code has been emailed. Nothing is created until it is submitted.
type VerificationRequired struct {
	// The next step.
	Status string `json:"status"`
	// The email address that the code was sent to.
	Email string `json:"email"`
	// Until when the code is valid.
	ExpiresAt time.Time `json:"expires_at"`
}

// JoinedOrganization is the person is a member now, and can log in.
type JoinedOrganization struct {
	// Always true.
	Joined bool `json:"joined"`
	// Who has joined.
	User User `json:"user"`
	// What the person has joined.
	Organization OrganizationSummary `json:"organization"`
	// What a member may do.
	Role MemberRole `json:"role"`
}

// OrganizationSummary is a brief form of an organization.
type OrganizationSummary struct {
	// The organization's id.
	ID string `json:"id"`
	// The name that people see.
	Name string `json:"name"`
	// The organization's short name.
	Slug string `json:"slug"`
}

// LoggedIn is a token for twelve hours, which is returned only once.
type LoggedIn struct {
	// A token that is accepted wherever an org key is. Returned only once.
	Token SecretString `json:"token"`
	// How to send it: `Authorization: Bearer`.
	TokenType string `json:"token_type"`
	// When the token stops working.
	ExpiresAt time.Time `json:"expires_at"`
	// Who logged in.
	User User `json:"user"`
	// The organization that the token acts for.
	Organization OrganizationSummary `json:"organization"`
}

// Session is a login of a person that has not ended.
type Session struct {
	// The session's id. It is not the token.
	ID string `json:"id"`
	// Whether it is the session of this request.
	Current bool `json:"current"`
	// The network address from which the person logged in. Null if it was not stored.
	Address *string `json:"address"`
	// What the program called itself at the login. Null if it did not, or it was not stored.
	UserAgent *string `json:"user_agent"`
	// When the person logged in.
	CreatedAt time.Time `json:"created_at"`
	// When the session ends on its own.
	ExpiresAt time.Time `json:"expires_at"`
}

// SignedUp is the new account and organization, with an org key that is returned only once.
type SignedUp struct {
	// An org key. Returned only once.
	APIKey SecretString `json:"api_key"`
	// The first 12 characters of the key.
	KeyPrefix string `json:"key_prefix"`
	// The new organization.
	Organization OrganizationSummary `json:"organization"`
	// Its verified owner.
	User User `json:"user"`
}

// ExchangedToken is a key of an agent, for a quarter of an hour at most.
type ExchangedToken struct {
	// The key. Returned only once.
	AccessToken SecretString `json:"access_token"`
	// The field issued_token_type.
	IssuedTokenType string `json:"issued_token_type"`
	// The field token_type.
	TokenType string `json:"token_type"`
	// For how many seconds it is valid.
	ExpiresIn int `json:"expires_in"`
	// Its scopes, separated by spaces.
	Scope string `json:"scope"`
}

// SecondFactorSecret is what an authenticator app and the person keep. Returned only once.
type SecondFactorSecret struct {
	// The secret for an authenticator app, in base32. Returned only once.
	Secret SecretString `json:"secret"`
	// The address of the secret, which apps read from a QR code.
	OtpauthURL string `json:"otpauth_url"`
	// Ten codes for the person to keep. Each replaces the app in one login.
	RecoveryCodes []string `json:"recovery_codes"`
}

// SecondFactor is whether the person has a second factor.
type SecondFactor struct {
	// Whether logins of the person need a second factor.
	SecondFactor bool `json:"second_factor"`
}

// OwnerVerified is the owner has confirmed the address.
type OwnerVerified struct {
	// Always true.
	Verified bool `json:"verified"`
	// The organization, now with higher limits.
	OrganizationID string `json:"organization_id"`
}

// ContactRule is a rule about mail from or to an address or a domain, or about received mail with warnings.
type ContactRule struct {
	// The rule's id.
	ID string `json:"id"`
	// The agent that the rule is for; null: the whole organization.
	IdentityID *string `json:"identity_id"`
	// Whether a rule allows or blocks.
	Action RuleAction `json:"action"`
	// Null for a rule about every author.
	MatchType *ContactMatchType `json:"match_type"`
	// The address or the domain; null for a rule about every author.
	MatchTarget *string `json:"match_target"`
	// The warnings that the rule applies to; empty for a rule about all messages.
	When []ContentWarning `json:"when"`
	// The folder for messages with the warnings; null for a rule about all messages.
	Folder *WarningFolder `json:"folder"`
	// The mail that the rule applies to.
	Direction RuleDirection `json:"direction"`
	// A text for people.
	Note *string `json:"note"`
	// When it was created.
	CreatedAt time.Time `json:"created_at"`
}

// ContactSettings is the filter mode of an agent or the organization.
type ContactSettings struct {
	// The agent; null: the whole organization.
	IdentityID *string `json:"identity_id"`
	// The mode that applies: the agent's own, or else its organization's (initially `blocklist`).
	FilterMode FilterMode `json:"filter_mode"`
	// When the mode of this agent or organization was set; null if it was never set.
	UpdatedAt *time.Time `json:"updated_at"`
}

// Contact is a person or an agent that the organization knows.
type Contact struct {
	// The contact's id.
	ID string `json:"id"`
	// The agent that owns it; null: shared by the organization's agents.
	IdentityID *string `json:"identity_id"`
	// The name that people see.
	DisplayName string `json:"display_name"`
	// The contact's addresses.
	Emails []string `json:"emails"`
	// Handles of agents that belong to the contact.
	AgentHandles []string `json:"agent_handles"`
	// The company that the contact works for.
	Company *string `json:"company"`
	// A text for people.
	Notes *string `json:"notes"`
	// Pairs of strings that the caller stores with a record.
	Metadata map[string]string `json:"metadata"`
	// How the contact was created.
	Source ContactSource `json:"source"`
	// The original text of the fields from which invisible characters were removed.
	Original map[string]any `json:"original,omitzero"`
	// When it was created.
	CreatedAt time.Time `json:"created_at"`
	// When it last changed.
	UpdatedAt time.Time `json:"updated_at"`
}

// ContactSource is how the contact was created.
type ContactSource string

// The values of [ContactSource]. A newer service may send others.
const (
	// ContactSourceManual is manual.
	ContactSourceManual ContactSource = "manual"
	// ContactSourceMail is mail.
	ContactSourceMail ContactSource = "mail"
	// ContactSourceA2A is a2a.
	ContactSourceA2A ContactSource = "a2a"
)

// Domain is a mail domain of the organization.
type Domain struct {
	// The domain's id.
	ID string `json:"id"`
	// The domain name.
	Domain string `json:"domain"`
	// Whether the domain is verified.
	Status DomainStatus `json:"status"`
	// Whether new mailboxes use this domain.
	IsDefault bool `json:"is_default"`
	// The DNS records to set up. Those for DKIM appear within seconds.
	Records []DNSRecord `json:"records"`
	// When the domain was verified.
	VerifiedAt *time.Time `json:"verified_at"`
	// When the records were last checked.
	LastCheckedAt *time.Time `json:"last_checked_at"`
	// When it was created.
	CreatedAt time.Time `json:"created_at"`
	// When it last changed.
	UpdatedAt time.Time `json:"updated_at"`
}

// DomainStatus is whether the domain is verified. Mailboxes need a verified domain.
type DomainStatus string

// The values of [DomainStatus]. A newer service may send others.
const (
	// DomainStatusPending is pending.
	DomainStatusPending DomainStatus = "pending"
	// DomainStatusVerified is verified.
	DomainStatusVerified DomainStatus = "verified"
	// DomainStatusFailed is failed.
	DomainStatusFailed DomainStatus = "failed"
)

// DNSRecord is a DNS record for the domain's owner to set up.
type DNSRecord struct {
	// `dkim` and `mail_from` prove the domain, `mx` routes its mail to the service, and `spf` and `dmarc` are
	// recommended.
	Purpose DNSRecordPurpose `json:"purpose"`
	// The type of the record.
	Type DNSRecordType `json:"type"`
	// The full name of the record.
	Name string `json:"name"`
	// The value of the record.
	Value string `json:"value"`
	// The priority of an MX record.
	Priority *int `json:"priority"`
	// Whether the last check found the record.
	Status DNSRecordStatus `json:"status"`
}

// DNSRecordPurpose: `dkim` and `mail_from` prove the domain, `mx` routes its mail to the service, and `spf` and `dmarc`
// are recommended.
type DNSRecordPurpose string

// The values of [DNSRecordPurpose]. A newer service may send others.
const (
	// DNSRecordPurposeDKIM is dkim.
	DNSRecordPurposeDKIM DNSRecordPurpose = "dkim"
	// DNSRecordPurposeSPF is spf.
	DNSRecordPurposeSPF DNSRecordPurpose = "spf"
	// DNSRecordPurposeDMARC is dmarc.
	DNSRecordPurposeDMARC DNSRecordPurpose = "dmarc"
	// DNSRecordPurposeMailFrom is mail_from.
	DNSRecordPurposeMailFrom DNSRecordPurpose = "mail_from"
	// DNSRecordPurposeMX is mx.
	DNSRecordPurposeMX DNSRecordPurpose = "mx"
)

// DNSRecordType is the type of the record.
type DNSRecordType string

// The values of [DNSRecordType]. A newer service may send others.
const (
	// DNSRecordTypeCname is CNAME.
	DNSRecordTypeCname DNSRecordType = "CNAME"
	// DNSRecordTypeMX is MX.
	DNSRecordTypeMX DNSRecordType = "MX"
	// DNSRecordTypeTxt is TXT.
	DNSRecordTypeTxt DNSRecordType = "TXT"
)

// DNSRecordStatus is whether the last check found the record.
type DNSRecordStatus string

// The values of [DNSRecordStatus]. A newer service may send others.
const (
	// DNSRecordStatusMissing is missing.
	DNSRecordStatusMissing DNSRecordStatus = "missing"
	// DNSRecordStatusValid is valid.
	DNSRecordStatusValid DNSRecordStatus = "valid"
)

// MailSentPayload is a message was accepted by the mail provider.
type MailSentPayload struct {
	// The message.
	MessageID string `json:"messageId"`
	// The conversation it belongs to.
	ThreadID string `json:"threadId"`
}

// MailReceivedPayload is a message was received.
type MailReceivedPayload struct {
	// The message.
	MessageID string `json:"messageId"`
	// The conversation it belongs to.
	ThreadID string `json:"threadId"`
	// The address of the sender.
	From string `json:"from"`
	// The subject.
	Subject string `json:"subject"`
}

// MailOutcomePayload is the outcome of a message for one recipient.
type MailOutcomePayload struct {
	// The message.
	MessageID string `json:"messageId"`
	// The conversation it belongs to.
	ThreadID string `json:"threadId"`
	// The recipient of an outcome, and the provider's diagnosis.
	Detail *MailOutcomeDetail `json:"detail,omitzero"`
}

// MailOutcomeDetail is the recipient of an outcome, and the provider's diagnosis.
type MailOutcomeDetail struct {
	// The address of the recipient.
	Recipient string `json:"recipient"`
}

// MailDraftFailedPayload is a scheduled draft that was not sent at its time, and is a draft again.
type MailDraftFailedPayload struct {
	// The draft.
	DraftID string `json:"draftId"`
	// The error code with which a request to send it would have been refused.
	Code string `json:"code"`
	// Why, as a text for people.
	Reason string `json:"reason"`
	// When it was to be sent.
	SendAt string `json:"sendAt"`
}

// MailLabeledPayload is the labels of a message were changed.
type MailLabeledPayload struct {
	// The message.
	MessageID string `json:"messageId"`
	// The conversation it belongs to.
	ThreadID string `json:"threadId"`
	// Its labels after the change, in order.
	Labels []string `json:"labels"`
	// Those that were added.
	Added []string `json:"added"`
	// Those that were removed.
	Removed []string `json:"removed"`
}

// MailUnsubscribedPayload is a recipient who has unsubscribed: the agent can no longer write to it.
type MailUnsubscribedPayload struct {
	// The message.
	MessageID string `json:"messageId"`
	// The conversation it belongs to.
	ThreadID string `json:"threadId"`
	// The address of the recipient.
	Recipient string `json:"recipient"`
}

// TaskCreatedPayload is a task was sent to the agent.
type TaskCreatedPayload struct {
	// The task.
	TaskID string `json:"taskId"`
	// The task's context.
	ContextID string `json:"contextId"`
	// The state of a task.
	State TaskState `json:"state"`
	// The agent that sent the task.
	CallerIdentityID string `json:"callerIdentityId"`
	// The agent that sent the task.
	Caller EventAgent `json:"caller"`
	// The texts of the message, joined.
	Message *string `json:"message"`
	// The sender's own id of the message.
	MessageID string `json:"messageId"`
	// The content of the message.
	Parts []A2APart `json:"parts"`
}

// EventAgent is an agent that an event names.
type EventAgent struct {
	// The agent's id.
	IdentityID string `json:"identityId"`
	// Its handle.
	Handle string `json:"handle"`
	// The name that people see.
	DisplayName string `json:"displayName"`
}

// TaskMessagePayload is the caller added a message to a task.
type TaskMessagePayload struct {
	// The task.
	TaskID string `json:"taskId"`
	// The task's context.
	ContextID string `json:"contextId"`
	// The state of a task.
	State TaskState `json:"state"`
	// The agent that sent the task.
	Caller EventAgent `json:"caller"`
	// The sender's own id of the message.
	MessageID string `json:"messageId"`
	// The content of the message.
	Parts []A2APart `json:"parts"`
}

// TaskCanceledPayload is the caller canceled a task.
type TaskCanceledPayload struct {
	// The task.
	TaskID string `json:"taskId"`
	// The task's context.
	ContextID string `json:"contextId"`
	// The state of a task.
	State TaskState `json:"state"`
	// The agent that sent the task.
	CallerIdentityID string `json:"callerIdentityId"`
	// The agent that sent the task.
	Caller EventAgent `json:"caller"`
}

// SentTaskUpdatedPayload is the worker replied to a task that the agent sent.
type SentTaskUpdatedPayload struct {
	// The task.
	TaskID string `json:"taskId"`
	// The task's context.
	ContextID string `json:"contextId"`
	// The state of a task.
	State TaskState `json:"state"`
	// The result, any JSON value.
	Result json.RawMessage `json:"result"`
	// The agent that the task is for.
	Worker EventAgent `json:"worker"`
	// The worker's message.
	MessageID *string `json:"messageId"`
	// The content of the message.
	Parts []A2APart `json:"parts"`
}

// TaskUpdatedPayload is the agent replied to a task.
type TaskUpdatedPayload struct {
	// The task.
	TaskID string `json:"taskId"`
	// The task's context.
	ContextID string `json:"contextId"`
	// The state of a task.
	State TaskState `json:"state"`
	// The result, any JSON value.
	Result json.RawMessage `json:"result"`
}

// A2ARuleChangedPayload is an A2A rule was created, updated or deleted.
type A2ARuleChangedPayload struct {
	// What happened to a rule.
	Change RuleChange `json:"change"`
	// The rule.
	RuleID string `json:"ruleId"`
	// The agent that the rule is for.
	IdentityID string `json:"identityId"`
	// The handle of the other agent.
	Handle string `json:"handle"`
	// Whether a rule allows or blocks.
	Action RuleAction `json:"action"`
	// The tasks that the rule applies to.
	Direction RuleDirection `json:"direction"`
	// The rule before the change, if it was updated.
	Previous map[string]any `json:"previous,omitzero"`
	// The actor.
	Actor EventActor `json:"actor"`
	// `invitation` if an accepted invitation created the rule.
	Via RuleOrigin `json:"via,omitzero"`
}

// RuleChange is what happened to a rule.
type RuleChange string

// The values of [RuleChange]. A newer service may send others.
const (
	// RuleChangeCreated is created.
	RuleChangeCreated RuleChange = "created"
	// RuleChangeUpdated is updated.
	RuleChangeUpdated RuleChange = "updated"
	// RuleChangeDeleted is deleted.
	RuleChangeDeleted RuleChange = "deleted"
)

// EventActor is the actor.
type EventActor struct {
	// The kind of key that was used.
	ActorType ActorType `json:"actorType"`
	// The id of the key, the person or the agent.
	ActorID string `json:"actorId"`
}

// ActorType: `user` for an org key or a login token, `agent` for an agent key.
type ActorType string

// The values of [ActorType]. A newer service may send others.
const (
	// ActorTypeUser is user.
	ActorTypeUser ActorType = "user"
	// ActorTypeAgent is agent.
	ActorTypeAgent ActorType = "agent"
)

// A2ASettingsUpdatedPayload is the A2A settings of an agent were changed.
type A2ASettingsUpdatedPayload struct {
	// The agent.
	IdentityID string `json:"identityId"`
	// The changed settings by name.
	Changes map[string]SettingChange `json:"changes"`
	// The actor.
	Actor EventActor `json:"actor"`
}

// SettingChange is a setting before and after a change.
type SettingChange struct {
	// The value before.
	From json.RawMessage `json:"from"`
	// The value after.
	To json.RawMessage `json:"to"`
}

// InvitationPayload is a step of an invitation.
type InvitationPayload struct {
	// The invitation.
	InvitationID string `json:"invitationId"`
	// What happened: the new status.
	Change InvitationStatus `json:"change"`
	// The status of an invitation.
	Status InvitationStatus `json:"status"`
	// The agent that invites.
	FromIdentityID string `json:"fromIdentityId"`
	// Its handle.
	FromHandle string `json:"fromHandle"`
	// The agent that is invited.
	ToIdentityID string `json:"toIdentityId"`
	// Its handle.
	ToHandle string `json:"toHandle"`
	// The actor.
	Actor EventActor `json:"actor"`
}

// IdentityTokenIssuedPayload is an agent got an identity token.
type IdentityTokenIssuedPayload struct {
	// The agent.
	IdentityID string `json:"identityId"`
	// The service that the token is for.
	Audience string `json:"audience"`
	// The token's id, as in its claim `jti`.
	Jti string `json:"jti"`
	// When the token expires.
	ExpiresAt string `json:"expiresAt"`
}

// GrantPayload is a person has allowed an OAuth client something, or a grant was revoked.
type GrantPayload struct {
	// The grant.
	GrantID string `json:"grantId"`
	// The id of the client.
	ClientID string `json:"clientId"`
	// The host that the person saw.
	ClientHost string `json:"clientHost"`
	// The ids of the agents that the client may act for.
	Agents []string `json:"agents"`
	// What it may do.
	Scopes []string `json:"scopes"`
	// Why a grant was revoked.
	Reason *GrantEnd `json:"reason"`
	// Who has allowed or revoked it.
	Actor *EventActor `json:"actor"`
}

// GrantEnd is why a grant was revoked.
type GrantEnd string

// The values of [GrantEnd]. A newer service may send others.
const (
	// GrantEndRequested is requested.
	GrantEndRequested GrantEnd = "requested"
	// GrantEndClientRequest is client_request.
	GrantEndClientRequest GrantEnd = "client_request"
	// GrantEndTokenReused is token_reused.
	GrantEndTokenReused GrantEnd = "token_reused"
)

// ApprovalRequestedPayload is an action of the agent is held until a person decides.
type ApprovalRequestedPayload struct {
	// The approval.
	ApprovalID string `json:"approvalId"`
	// What a person decides about.
	Kind ApprovalKind `json:"kind"`
	// `expired`: no one decided in time.
	Status ApprovalStatus `json:"status"`
	// What is held: the id of a message, a lease, a tunnel or a task.
	SubjectID string `json:"subjectId"`
	// Null.
	Reason *string `json:"reason"`
	// Why it is held.
	Reasons []EventApprovalReason `json:"reasons"`
	// The agent.
	Actor *EventActor `json:"actor"`
}

// EventApprovalReason is a reason for which an action is held.
type EventApprovalReason struct {
	// The approval setting that holds an action.
	Code HoldCode `json:"code"`
	// The recipient that it is about.
	Address string `json:"address,omitzero"`
	// The host of a link that it is about.
	Host string `json:"host,omitzero"`
	// Where the address or host came from.
	Source string `json:"source,omitzero"`
}

// ApprovalDecidedPayload is an approval has ended.
type ApprovalDecidedPayload struct {
	// The approval.
	ApprovalID string `json:"approvalId"`
	// What a person decides about.
	Kind ApprovalKind `json:"kind"`
	// `expired`: no one decided in time.
	Status ApprovalStatus `json:"status"`
	// What is held: the id of a message, a lease, a tunnel or a task.
	SubjectID string `json:"subjectId"`
	// Why it was denied, or what refused the effect.
	Reason *string `json:"reason"`
	// Who has decided; null if no one has.
	Actor *EventActor `json:"actor"`
	// What is sent, if the approver has edited it. Do not send the original again.
	Content *FinalMailContent `json:"content,omitzero"`
}

// FinalMailContent is an email as an approver has edited it.
type FinalMailContent struct {
	// The subject.
	Subject string `json:"subject"`
	// The text.
	Text *string `json:"text"`
	// The HTML.
	HTML *string `json:"html"`
	// The recipients.
	To []string `json:"to"`
	// The recipients of copies.
	CC []string `json:"cc"`
	// The recipients of blind copies.
	BCC []string `json:"bcc"`
}

// ShortKeyIssuedPayload is a workload got a short key of the agent for a token of a trusted issuer.
type ShortKeyIssuedPayload struct {
	// The agent that the key acts as.
	IdentityID string `json:"identityId"`
	// The key's id, which redemptions of leases name too.
	ShortKeyID string `json:"shortKeyId"`
	// The trusted issuer with the rule.
	TrustedIssuerID string `json:"trustedIssuerId"`
	// The issuer of the token.
	Issuer string `json:"issuer"`
	// Whom the token is about: its `sub`.
	Subject string `json:"subject"`
	// What the key is limited to.
	Scopes []string `json:"scopes"`
	// When the key expires.
	ExpiresAt string `json:"expiresAt"`
}

// Replayed is the event is being redelivered.
type Replayed struct {
	// The event's id.
	ID string `json:"id"`
	// Always true.
	Replayed bool `json:"replayed"`
	// The deliveries that are restarted or created: one for each endpoint that the event matches. An agent key gets
	// those of the agent's own endpoints only.
	DeliveryIDs []string `json:"delivery_ids"`
}

// Stream is a connected event stream.
type Stream struct {
	// The stream's id.
	ID string `json:"id"`
	// It sends the events of this agent; null: of all agents.
	IdentityID *string `json:"identity_id"`
	// The types of events that it sends.
	Types []EventType `json:"types"`
	// When its client connected.
	ConnectedAt time.Time `json:"connected_at"`
	// The API key or login with which it was opened.
	KeyID string `json:"key_id"`
}

// CreatedStream: where to connect.
type CreatedStream struct {
	// The stream's id.
	ID string `json:"id"`
	// The WebSocket address. It works once, and contains a secret ticket.
	ConnectURL SecretString `json:"connect_url"`
	// Until when it can be used.
	ExpiresAt time.Time `json:"expires_at"`
}

// WaitResult is the event, or none after a timeout.
type WaitResult struct {
	// The first event that matches; null after a timeout.
	Event *Event `json:"event"`
	// Whether the wait timed out.
	TimedOut bool `json:"timed_out"`
}

// Grant is what a person has allowed an OAuth client.
type Grant struct {
	// The grant's id.
	ID string `json:"id"`
	// The id of the client.
	ClientID string `json:"client_id"`
	// What the client calls itself, which no one has checked.
	ClientName *string `json:"client_name"`
	// The host that the person saw.
	ClientHost string `json:"client_host"`
	// The ids of the agents that it may act for.
	Agents []string `json:"agents"`
	// What it may do.
	Scopes []Scope `json:"scopes"`
	// The addresses and domains that it may write to; null for anyone.
	Recipients []string `json:"recipients"`
	// The person who has allowed it.
	MemberID string `json:"member_id"`
	// When it was created.
	CreatedAt time.Time `json:"created_at"`
	// When the client last got an access token.
	LastUsedAt *time.Time `json:"last_used_at"`
	// When it was revoked.
	RevokedAt *time.Time `json:"revoked_at"`
}

// Identity is an agent of the organization.
type Identity struct {
	// The agent's id.
	ID string `json:"id"`
	// The agent's unique name.
	Handle string `json:"handle"`
	// The name that people see.
	DisplayName string `json:"display_name"`
	// What the agent is for.
	Description *string `json:"description"`
	// A suspended agent's keys are refused; its mail is still stored.
	Status IdentityStatus `json:"status"`
	// When the agent was suspended.
	SuspendedAt *time.Time `json:"suspended_at"`
	// Why it was suspended, if a reason was given.
	SuspendedReason *string `json:"suspended_reason"`
	// The address of the default mailbox.
	EmailAddress *string `json:"email_address"`
	// The agent's mailboxes.
	Mailboxes []IdentityMailbox `json:"mailboxes"`
	// How other agents find an agent.
	A2A IdentityA2A `json:"a2a"`
	// Pairs of strings that the caller stores with a record.
	Metadata map[string]string `json:"metadata"`
	// The original text of the fields from which invisible characters were removed.
	Original map[string]any `json:"original,omitzero"`
	// When it was created.
	CreatedAt time.Time `json:"created_at"`
	// When it last changed.
	UpdatedAt time.Time `json:"updated_at"`
}

// IdentityStatus is a suspended agent's keys are refused; its mail is still stored.
type IdentityStatus string

// The values of [IdentityStatus]. A newer service may send others.
const (
	// IdentityStatusActive is active.
	IdentityStatusActive IdentityStatus = "active"
	// IdentityStatusSuspended is suspended.
	IdentityStatusSuspended IdentityStatus = "suspended"
)

// IdentityMailbox is a brief form of an agent's mailbox.
type IdentityMailbox struct {
	// The mailbox's id.
	ID string `json:"id"`
	// The mailbox's address.
	Address string `json:"address"`
	// Whether the agent sends from it by default.
	IsDefault bool `json:"is_default"`
}

// IdentityA2A is how other agents find an agent.
type IdentityA2A struct {
	// Whether everyone can find the agent and read its card.
	PubliclyDiscoverable bool `json:"publicly_discoverable"`
	// The address of the agent's card.
	CardURL string `json:"card_url"`
}

// AgentCard is the public card of an agent, as the A2A protocol defines it.
type AgentCard struct {
	// The agent's display name.
	Name string `json:"name"`
	// What the agent is for.
	Description string `json:"description"`
	// Where the agent speaks the protocol.
	SupportedInterfaces []AgentInterface `json:"supportedInterfaces"`
	// The operator of an agent.
	Provider AgentProvider `json:"provider"`
	// The version of the card. It changes with the agent's settings.
	Version string `json:"version"`
	// For clients of protocol 0.3: an address that reports that this version is not supported.
	URL string `json:"url"`
	// For clients of protocol 0.3.
	PreferredTransport string `json:"preferredTransport"`
	// For clients of protocol 0.3: the version that the agent speaks.
	ProtocolVersion string `json:"protocolVersion"`
	// The optional parts of the protocol that an agent supports.
	Capabilities AgentCapabilities `json:"capabilities"`
	// The authentication schemes, by name.
	SecuritySchemes map[string]any `json:"securitySchemes"`
	// Which of the schemes are required.
	SecurityRequirements []map[string]any `json:"securityRequirements"`
	// For clients of protocol 0.3: which of the authentication schemes are required.
	Security []map[string]any `json:"security"`
	// Media types that the agent accepts.
	DefaultInputModes []string `json:"defaultInputModes"`
	// Media types that the agent returns.
	DefaultOutputModes []string `json:"defaultOutputModes"`
	// What the agent can do.
	Skills []Skill `json:"skills"`
	// Signatures over the card. The extended card has none.
	Signatures []AgentCardSignature `json:"signatures,omitzero"`
}

// AgentInterface is an address at which an agent speaks the A2A protocol.
type AgentInterface struct {
	// The address that requests are sent to, or the prefix of their paths.
	URL string `json:"url"`
	// The transport of the protocol.
	ProtocolBinding ProtocolBinding `json:"protocolBinding"`
	// The version of the protocol.
	ProtocolVersion string `json:"protocolVersion"`
}

// ProtocolBinding is the transport of the protocol.
type ProtocolBinding string

// The values of [ProtocolBinding]. A newer service may send others.
const (
	// ProtocolBindingJsonrpc is JSONRPC.
	ProtocolBindingJsonrpc ProtocolBinding = "JSONRPC"
	// ProtocolBindingHttpJSON is HTTP+JSON.
	ProtocolBindingHttpJSON ProtocolBinding = "HTTP+JSON"
)

// AgentProvider is the operator of an agent.
type AgentProvider struct {
	// The name of the agent's organization.
	Organization string `json:"organization"`
	// The address of the service.
	URL string `json:"url"`
}

// AgentCapabilities is the optional parts of the protocol that an agent supports.
type AgentCapabilities struct {
	// Whether updates can be streamed as server-sent events.
	Streaming bool `json:"streaming"`
	// Whether updates can be pushed to a receiver.
	PushNotifications bool `json:"pushNotifications"`
	// Whether authenticated callers can read an extended card.
	ExtendedAgentCard bool `json:"extendedAgentCard"`
}

// AgentCardSignature is a signature of the service over a card.
type AgentCardSignature struct {
	// The header of the JWS, in base64url: `alg`, `typ`, `kid` and `jku`.
	Protected string `json:"protected"`
	// The signature, in base64url.
	Signature string `json:"signature"`
}

// A2ASettings is how other agents find and reach an agent.
type A2ASettings struct {
	// Whether everyone can find the agent and read its card.
	PubliclyDiscoverable bool `json:"publicly_discoverable"`
	// Which agents of other organizations can reach it.
	FilterMode FilterMode `json:"filter_mode"`
	// What the agent is for, as shown on its card.
	Description *string `json:"description"`
	// What the agent can do.
	Skills []Skill `json:"skills"`
	// The address of the agent's card.
	CardURL string `json:"card_url"`
	// The original text of the fields from which invisible characters were removed.
	Original map[string]any `json:"original,omitzero"`
	// When it was created.
	CreatedAt time.Time `json:"created_at"`
	// When it last changed.
	UpdatedAt time.Time `json:"updated_at"`
}

// MailDraft is a draft, without its text.
type MailDraft struct {
	// The draft's id.
	ID string `json:"id"`
	// The agent that it belongs to.
	IdentityID string `json:"identity_id"`
	// Whether a draft waits for its sender or for its time, or is over.
	Status MailDraftStatus `json:"status"`
	// The recipients.
	To []MailAddress `json:"to"`
	// The recipients of copies.
	CC []MailAddress `json:"cc"`
	// The recipients of blind copies.
	BCC []MailAddress `json:"bcc"`
	// Where replies should go.
	ReplyTo []MailAddress `json:"reply_to"`
	// The subject.
	Subject *string `json:"subject"`
	// The agent's message to reply to.
	InReplyToMessageID *string `json:"in_reply_to_message_id"`
	// Whether to add the other recipients of the message that is replied to.
	ReplyAll bool `json:"reply_all"`
	// As it was given.
	AllowReplyTo bool `json:"allow_reply_to"`
	// As it was given.
	Automated bool `json:"automated"`
	// As it was given.
	Quote bool `json:"quote"`
	// As it was given.
	Unsubscribe bool `json:"unsubscribe"`
	// The values of the placeholders.
	Variables map[string]string `json:"variables"`
	// Its files, without their bytes.
	Attachments []DraftAttachment `json:"attachments"`
	// Additional header fields.
	Headers map[string]string `json:"headers"`
	// The mailbox to send from, if one was named.
	MailboxID *string `json:"mailbox_id"`
	// When it is sent; null if that has no time.
	SendAt *time.Time `json:"send_at"`
	// The message that was sent.
	MessageID *string `json:"message_id"`
	// Why it was not sent at its time.
	Detail *string `json:"detail"`
	// When it was created.
	CreatedAt time.Time `json:"created_at"`
	// When it last changed.
	UpdatedAt time.Time `json:"updated_at"`
}

// MailDraftStatus is whether a draft waits for its sender or for its time, or is over.
type MailDraftStatus string

// The values of [MailDraftStatus]. A newer service may send others.
const (
	// MailDraftStatusDraft is draft.
	MailDraftStatusDraft MailDraftStatus = "draft"
	// MailDraftStatusScheduled is scheduled.
	MailDraftStatusScheduled MailDraftStatus = "scheduled"
	// MailDraftStatusSent is sent.
	MailDraftStatusSent MailDraftStatus = "sent"
	// MailDraftStatusCanceled is canceled.
	MailDraftStatusCanceled MailDraftStatus = "canceled"
)

// DraftAttachment is a file of a draft.
type DraftAttachment struct {
	// The name of the file.
	Filename string `json:"filename"`
	// The media type.
	ContentType string `json:"content_type"`
	// The size in bytes, decoded.
	Size int64 `json:"size"`
	// The id by which the HTML refers to it.
	ContentID *string `json:"content_id"`
}

// FullMailDraft is a draft with its text, which it has until it is sent or canceled.
type FullMailDraft struct {
	// A draft, without its text.
	MailDraft
	// The text.
	Text *string `json:"text"`
	// The HTML.
	HTML *string `json:"html"`
}

// SentMail is a message that is queued, scheduled, or held until a person decides. Events report what becomes of it.
type SentMail struct {
	// The message's id; of a scheduled one, the draft's.
	ID string `json:"id"`
	// The same as `id`.
	MessageID string `json:"message_id"`
	// The conversation it belongs to, or will belong to.
	ThreadID string `json:"thread_id"`
	// `held` if a person has to approve the message first, `scheduled` if it is a draft until its time.
	Status SentMailStatus `json:"status"`
	// The approval of a held message: wait for `approval.decided`. Absent if it is queued.
	ApprovalID string `json:"approval_id,omitzero"`
	// When it was created.
	CreatedAt time.Time `json:"created_at"`
}

// SentMailStatus: `held` if a person has to approve the message first, `scheduled` if it is a draft until its time.
type SentMailStatus string

// The values of [SentMailStatus]. A newer service may send others.
const (
	// SentMailStatusQueued is queued.
	SentMailStatusQueued SentMailStatus = "queued"
	// SentMailStatusHeld is held.
	SentMailStatusHeld SentMailStatus = "held"
	// SentMailStatusScheduled is scheduled.
	SentMailStatusScheduled SentMailStatus = "scheduled"
)

// MailFolders is the folders of an agent, with their unread messages.
type MailFolders struct {
	// All folders, also those without unread messages.
	Folders []UnreadCount `json:"folders"`
	// The `before` of the next request for the rest; null if this was all.
	ContinueBefore *time.Time `json:"continue_before"`
}

// UnreadCount is the unread messages of a folder.
type UnreadCount struct {
	// The folder of a message.
	Folder MailFolder `json:"folder"`
	// How many of its messages are unread.
	UnreadCount int `json:"unread_count"`
}

// Message is a message, without its text.
type Message struct {
	// The message's id.
	ID string `json:"id"`
	// The agent that the mail belongs to.
	IdentityID string `json:"identity_id"`
	// The mailbox that received or sent it.
	MailboxID string `json:"mailbox_id"`
	// The conversation it belongs to. A `blocked` message is in no conversation: no thread has this id.
	ThreadID string `json:"thread_id"`
	// Whether a message was received or sent.
	Direction MailDirection `json:"direction"`
	// The progress of a message.
	Status MailStatus `json:"status"`
	// The folder of a message.
	Folder MailFolder `json:"folder"`
	// The authors.
	From []MailAddress `json:"from"`
	// The recipients.
	To []MailAddress `json:"to"`
	// The recipients of copies.
	CC []MailAddress `json:"cc"`
	// The recipients of blind copies. Absent in received mail.
	BCC []MailAddress `json:"bcc,omitzero"`
	// Where replies should go.
	ReplyTo []MailAddress `json:"reply_to"`
	// The address that the envelope of a received message named, with its tag, also of a blind copy; null if that is
	// not known. Absent in sent mail, and in mail received by releases up to 0.2.0.
	DeliveredTo *string `json:"delivered_to,omitzero"`
	// The subject.
	Subject string `json:"subject"`
	// The beginning of the text, at most 200 characters.
	Snippet string `json:"snippet"`
	// The Message-ID, null until it is known.
	RFCMessageID *string `json:"rfc_message_id"`
	// The Message-ID of the message that it replies to.
	InReplyTo *string `json:"in_reply_to"`
	// Whether it has attachments.
	HasAttachments bool `json:"has_attachments"`
	// Its files.
	Attachments []Attachment `json:"attachments"`
	// The results of the checks of a message.
	Auth MailAuth `json:"auth"`
	// Whether a program sent it.
	IsAutomated bool `json:"is_automated"`
	// The warnings about a received message. Empty for sent mail.
	ContentWarnings []ContentWarning `json:"content_warnings"`
	// Whether it is marked as read.
	IsRead bool `json:"is_read"`
	// Its labels, in order.
	Labels []string `json:"labels"`
	// What the provider said about its delivery, or why the message is still waiting.
	Detail *string `json:"detail"`
	// When it was created.
	CreatedAt time.Time `json:"created_at"`
	// When it last changed.
	UpdatedAt time.Time `json:"updated_at"`
}

// MailStatus is the progress of a message.
type MailStatus string

// The values of [MailStatus]. A newer service may send others.
const (
	// MailStatusHeld is held.
	MailStatusHeld MailStatus = "held"
	// MailStatusQueued is queued.
	MailStatusQueued MailStatus = "queued"
	// MailStatusSent is sent.
	MailStatusSent MailStatus = "sent"
	// MailStatusDelivered is delivered.
	MailStatusDelivered MailStatus = "delivered"
	// MailStatusBounced is bounced.
	MailStatusBounced MailStatus = "bounced"
	// MailStatusComplained is complained.
	MailStatusComplained MailStatus = "complained"
	// MailStatusFailed is failed.
	MailStatusFailed MailStatus = "failed"
	// MailStatusDenied is denied.
	MailStatusDenied MailStatus = "denied"
	// MailStatusReceived is received.
	MailStatusReceived MailStatus = "received"
)

// Attachment is a file of a message.
type Attachment struct {
	// The attachment's id.
	ID string `json:"id"`
	// The name of the file.
	Filename *string `json:"filename"`
	// The media type.
	ContentType string `json:"content_type"`
	// The size in bytes, decoded.
	Size int64 `json:"size"`
	// The id by which the HTML refers to it.
	ContentID *string `json:"content_id"`
	// Whether it is a file or a part of the text.
	Disposition AttachmentDisposition `json:"disposition"`
}

// AttachmentDisposition is whether it is a file or a part of the text.
type AttachmentDisposition string

// The values of [AttachmentDisposition]. A newer service may send others.
const (
	// AttachmentDispositionAttachment is attachment.
	AttachmentDispositionAttachment AttachmentDisposition = "attachment"
	// AttachmentDispositionInline is inline.
	AttachmentDispositionInline AttachmentDisposition = "inline"
)

// MailAuth is the results of the checks of a message.
type MailAuth struct {
	// Whether the server is authorized to send for the envelope's domain (SPF).
	SPF MailVerdict `json:"spf"`
	// Whether a signature is valid (DKIM).
	DKIM MailVerdict `json:"dkim"`
	// Whether the domain's policy is met (DMARC).
	DMARC MailVerdict `json:"dmarc"`
	// Whether it passed the spam check.
	Spam MailVerdict `json:"spam"`
	// Whether it is free of known viruses.
	Virus MailVerdict `json:"virus"`
	// Whether the address in From is verified. Allow rules apply only then.
	SenderVerified bool `json:"sender_verified"`
}

// MailVerdict is the result of a check: `gray` means inconclusive, `none` means not reported.
type MailVerdict string

// The values of [MailVerdict]. A newer service may send others.
const (
	// MailVerdictPass is pass.
	MailVerdictPass MailVerdict = "pass"
	// MailVerdictFail is fail.
	MailVerdictFail MailVerdict = "fail"
	// MailVerdictGray is gray.
	MailVerdictGray MailVerdict = "gray"
	// MailVerdictNone is none.
	MailVerdictNone MailVerdict = "none"
)

// UpdatedMessages is what became of the messages. Each id is in one of the lists, in the order of the request.
type UpdatedMessages struct {
	// Those that now match the request, including those that already did.
	Updated []string `json:"updated"`
	// Those that the agent does not have.
	NotFound []string `json:"not_found"`
	// Those that could not be changed.
	Refused []RefusedMessage `json:"refused"`
}

// RefusedMessage is a message that was not changed.
type RefusedMessage struct {
	// The message.
	ID string `json:"id"`
	// The error code that a request for it alone would get.
	Code string `json:"code"`
	// Why.
	Message string `json:"message"`
}

// FullMessage is a message with its text and header.
type FullMessage struct {
	// A message, without its text.
	Message
	// The whole text as a person would see it; empty if there is none. Null once the mail files have expired, and in
	// mail that releases up to 0.2.0 received without a plain part.
	Text *string `json:"text"`
	// The HTML as it was sent. Sanitize it before you display it.
	HTML *string `json:"html"`
	// The header fields, in order.
	Headers []MailHeader `json:"headers"`
	// What its author wrote, without the quoted history; empty if it has no text. Null once the mail files have
	// expired, and in mail without text of releases up to 0.2.0.
	ExtractedText *string `json:"extracted_text"`
	// Content of a received message that a person would not see, and that is therefore not in the texts; null if
	// nothing is hidden.
	HiddenText *string `json:"hidden_text"`
	// The body that the text of a message is made of.
	TextSource TextSource `json:"text_source,omitzero"`
	// The links that a person sees in a received message, in order. Empty for sent mail.
	Links []MailLink `json:"links,omitzero"`
	// The message that it quotes; null if it quotes none, or if that cannot be told.
	Quoted *QuotedMessage `json:"quoted,omitzero"`
	// Whether it forwards another message, so that the text of that one is not a quoted history.
	IsForward *bool `json:"is_forward,omitzero"`
	// The one-time codes in a received message, for a sign-in or to verify an address. Empty if none is certain.
	Codes []MailCode `json:"codes,omitzero"`
}

// MailHeader is a field of a message's header.
type MailHeader struct {
	// The name of the field.
	Name string `json:"name"`
	// Its value, decoded.
	Value string `json:"value"`
}

// TextSource is the body that the text of a message is made of.
type TextSource string

// The values of [TextSource]. A newer service may send others.
const (
	// TextSourceHTML is html.
	TextSourceHTML TextSource = "html"
	// TextSourcePlain is plain.
	TextSourcePlain TextSource = "plain"
)

// MailLink is a link of a message.
type MailLink struct {
	// Its number, which follows its label in `text`.
	ID int `json:"id"`
	// Its label, as a person sees it.
	Text string `json:"text"`
	// Its target, as the sender wrote it.
	URL string `json:"url"`
	// The host of the target; empty if it has none.
	Host string `json:"host"`
	// What is suspicious about it: `link_text_differs` if its label names a different site.
	Warnings []string `json:"warnings"`
	// Whether following it confirms something, such as an address, an account or a login.
	Confirms *bool `json:"confirms,omitzero"`
}

// QuotedMessage is the message that a message quotes, as the quotation describes it. Nothing proves it.
type QuotedMessage struct {
	// Who wrote it.
	From *string `json:"from"`
	// When.
	At *string `json:"at"`
}

// MailCode is a one-time code that a person sees in a message.
type MailCode struct {
	// The code as it is to be entered: digits without what separates them.
	Value string `json:"value"`
	// Whether a code has only digits.
	Kind MailCodeKind `json:"kind"`
}

// MailCodeKind is whether a code has only digits.
type MailCodeKind string

// The values of [MailCodeKind]. A newer service may send others.
const (
	// MailCodeKindNumeric is numeric.
	MailCodeKindNumeric MailCodeKind = "numeric"
	// MailCodeKindAlphanumeric is alphanumeric.
	MailCodeKindAlphanumeric MailCodeKind = "alphanumeric"
)

// AttachmentLink is a link to an attachment, decoded.
type AttachmentLink struct {
	// The attachment's id.
	ID string `json:"id"`
	// The name of the file.
	Filename *string `json:"filename"`
	// The media type.
	ContentType string `json:"content_type"`
	// The size in bytes.
	Size int64 `json:"size"`
	// A link that works for 15 minutes without a key. Keep it secret.
	DownloadURL string `json:"download_url"`
	// When the link stops working.
	ExpiresAt time.Time `json:"expires_at"`
}

// AttachmentText is the text of an attachment.
type AttachmentText struct {
	// The text, at most 500,000 characters. It was written by the sender of the message.
	Text string `json:"text"`
	// Whether the file has more text.
	Truncated bool `json:"truncated"`
	// What a file was read as.
	Kind FileKind `json:"kind"`
	// Of a calendar file.
	Invitation *CalendarInvitation `json:"invitation,omitzero"`
}

// FileKind is what a file was read as.
type FileKind string

// The values of [FileKind]. A newer service may send others.
const (
	// FileKindPdf is pdf.
	FileKindPdf FileKind = "pdf"
	// FileKindDocx is docx.
	FileKindDocx FileKind = "docx"
	// FileKindHTML is html.
	FileKindHTML FileKind = "html"
	// FileKindCsv is csv.
	FileKindCsv FileKind = "csv"
	// FileKindCalendar is calendar.
	FileKindCalendar FileKind = "calendar"
	// FileKindEmail is email.
	FileKindEmail FileKind = "email"
	// FileKindText is text.
	FileKindText FileKind = "text"
)

// CalendarInvitation is what a calendar file says about its first event. Times are ISO 8601: in UTC with `Z`, or else
// local times.
type CalendarInvitation struct {
	// What the organizer asks for, such as `REQUEST` or `CANCEL`.
	Method *string `json:"method"`
	// The title.
	Title *string `json:"title"`
	// The organizer: the address, with the name before it if there is one.
	Organizer *string `json:"organizer"`
	// Who is invited, as the organizer.
	Attendees []string `json:"attendees"`
	// Where it takes place.
	Location *string `json:"location"`
	// When it begins; a date alone for whole days.
	Start *string `json:"start"`
	// When it ends, exclusive.
	End *string `json:"end"`
	// The time zone that the file names for the beginning.
	Timezone *string `json:"timezone"`
	// Its status, such as `CONFIRMED`.
	Status *string `json:"status"`
	// Whether it repeats.
	Recurs bool `json:"recurs"`
}

// RawMessage is a link to a message as it was received or sent.
type RawMessage struct {
	// The message's id.
	ID string `json:"id"`
	// The media type.
	ContentType string `json:"content_type"`
	// A link that works for 15 minutes without a key. Keep it secret.
	DownloadURL string `json:"download_url"`
	// When the link stops working.
	ExpiresAt time.Time `json:"expires_at"`
}

// MarkedRead is what was marked as read.
type MarkedRead struct {
	// How many messages this request has marked.
	UpdatedCount int `json:"updated_count"`
	// The `before` of the next request for the rest; null if this was all.
	ContinueBefore *time.Time `json:"continue_before"`
}

// Thread is a conversation by mail.
type Thread struct {
	// The conversation's id.
	ID string `json:"id"`
	// The agent that the mail belongs to.
	IdentityID string `json:"identity_id"`
	// The subject of the first message.
	Subject string `json:"subject"`
	// How many messages it has.
	MessageCount int `json:"message_count"`
	// When the last message was received or sent.
	LastMessageAt time.Time `json:"last_message_at"`
	// The warnings of any of its messages.
	ContentWarnings []ContentWarning `json:"content_warnings"`
	// The labels of its messages, in order.
	Labels []string `json:"labels"`
	// Authors who were neither author nor recipient of an earlier message in it; the first ones if there are many.
	Joined []JoinedThread `json:"joined"`
	// When it was created.
	CreatedAt time.Time `json:"created_at"`
	// When it last changed.
	UpdatedAt time.Time `json:"updated_at"`
}

// JoinedThread is an author who joined a conversation.
type JoinedThread struct {
	// Their address.
	Address string `json:"address"`
	// Their first message.
	MessageID string `json:"message_id"`
	// When it arrived.
	At time.Time `json:"at"`
}

// FullThread is a conversation with its messages.
type FullThread struct {
	// A conversation by mail.
	Thread
	// Its messages, oldest first; the newest 200 of a longer one.
	Messages []ThreadMessage `json:"messages"`
}

// ThreadMessage is a message of a conversation, with its text if it was asked for.
type ThreadMessage struct {
	// A message, without its text.
	Message
	// With `include=text`: the whole text. Absent if the texts of newer messages have filled the response.
	Text *string `json:"text,omitzero"`
	// With `include=text`: what its author wrote, without the quoted history.
	ExtractedText *string `json:"extracted_text,omitzero"`
	// With `include=text`: the links that a person sees in a received message, in order. Empty for sent mail; absent in
	// what releases up to 0.2.0 stored.
	Links []MailLink `json:"links,omitzero"`
}

// Mailbox is a mailbox of an agent.
type Mailbox struct {
	// The mailbox's id.
	ID string `json:"id"`
	// The agent that owns the mailbox.
	IdentityID string `json:"identity_id"`
	// The mailbox's address.
	Address string `json:"address"`
	// Whether the agent sends from it by default.
	IsDefault bool `json:"is_default"`
	// The organization's domain that the address is on; null: the service's own.
	DomainID *string `json:"domain_id"`
	// When it was created.
	CreatedAt time.Time `json:"created_at"`
	// When it last changed.
	UpdatedAt time.Time `json:"updated_at"`
}

// IdentityToken is a token that names an agent.
type IdentityToken struct {
	// The signed JWT. It is not stored: request another one when it expires.
	Token SecretString `json:"token"`
	// Always `JWT`.
	TokenType string `json:"token_type"`
	// When it expires.
	ExpiresAt time.Time `json:"expires_at"`
}

// IdentityTokenSettings is who may accept identity tokens of the organization's agents.
type IdentityTokenSettings struct {
	// The audiences for which agents get tokens.
	Audiences []string `json:"audiences"`
	// When it last changed.
	UpdatedAt *time.Time `json:"updated_at"`
}

// Actor is the actor of a key.
type Actor struct {
	// `user` for an org key or a login token, `agent` for an agent key.
	ActorType ActorType `json:"actor_type"`
	// The id of the org key, of the person who logged in, or of the agent.
	ActorID string `json:"actor_id"`
	// The organization's id.
	OrgID string `json:"org_id"`
	// The organization's short name.
	OrgSlug string `json:"org_slug"`
	// The organization's name.
	OrgName string `json:"org_name"`
	// The person's role as a member. Absent for a key.
	Role MemberRole `json:"role,omitzero"`
	// The agent's id. Absent unless the key is an agent key, as are the next three.
	IdentityID string `json:"identity_id,omitzero"`
	// The agent's handle.
	Handle string `json:"handle,omitzero"`
	// The name that people see.
	DisplayName string `json:"display_name,omitzero"`
	// The agent's default address.
	EmailAddress *string `json:"email_address,omitzero"`
}

// Member is a person of an organization.
type Member struct {
	// The person's id. An invitation that a person with an account accepts takes the id of the account.
	ID string `json:"id"`
	// The person's email address.
	Email string `json:"email"`
	// What a member may do.
	Role MemberRole `json:"role"`
	// Whether the person has accepted the invitation.
	Status MemberStatus `json:"status"`
	// Whether the person's logins need a second factor.
	SecondFactor bool `json:"second_factor"`
	// When the person last logged in to the organization.
	LastLoginAt *time.Time `json:"last_login_at"`
	// When the person was invited, or became the first owner.
	CreatedAt time.Time `json:"created_at"`
}

// MemberStatus is whether the person has accepted the invitation.
type MemberStatus string

// The values of [MemberStatus]. A newer service may send others.
const (
	// MemberStatusInvited is invited.
	MemberStatusInvited MemberStatus = "invited"
	// MemberStatusActive is active.
	MemberStatusActive MemberStatus = "active"
)

// MemberSettings is what the organization requires of its members.
type MemberSettings struct {
	// Whether members need a second factor. One who has none can do nothing here but set it up.
	RequireSecondFactor bool `json:"require_second_factor"`
}

// CreatedOrganization is an organization with its first org key, which is returned only once.
type CreatedOrganization struct {
	// The organization's id.
	ID string `json:"id"`
	// The name that people see.
	Name string `json:"name"`
	// The organization's unique short name.
	Slug string `json:"slug"`
	// The owner's address.
	OwnerEmail *string `json:"owner_email"`
	// Whether the owner has confirmed the address. Until then lower limits apply.
	OwnerVerified bool `json:"owner_verified"`
	// An org key. Returned only once.
	AdminAPIKey SecretString `json:"admin_api_key"`
	// When it was created.
	CreatedAt time.Time `json:"created_at"`
}

// ProviderAccount is an account with a mail provider, without its credentials.
type ProviderAccount struct {
	// The account's id.
	ID string `json:"id"`
	// The kind of provider.
	Provider Provider `json:"provider"`
	// A name for people.
	Name string `json:"name"`
	// Whether the last check succeeded.
	Status ProviderAccountStatus `json:"status"`
	// The AWS region, null for SMTP.
	Region *string `json:"region"`
	// The server's name, null for SES.
	Host *string `json:"host"`
	// The server's port, null for SES.
	Port *int `json:"port"`
	// The name of the login.
	Username *string `json:"username"`
	// Whether it sends the organization's mail.
	IsDefault bool `json:"is_default"`
	// Why the last check failed.
	LastError *string `json:"last_error"`
	// When it was created.
	CreatedAt time.Time `json:"created_at"`
	// When it last changed.
	UpdatedAt time.Time `json:"updated_at"`
}

// ProviderAccountStatus is whether the last check succeeded.
type ProviderAccountStatus string

// The values of [ProviderAccountStatus]. A newer service may send others.
const (
	// ProviderAccountStatusActive is active.
	ProviderAccountStatusActive ProviderAccountStatus = "active"
	// ProviderAccountStatusError is error.
	ProviderAccountStatusError ProviderAccountStatus = "error"
	// ProviderAccountStatusDisabled is disabled.
	ProviderAccountStatusDisabled ProviderAccountStatus = "disabled"
)

// CreatedProviderAccount is a new account with its inbound secret, which is returned only once.
type CreatedProviderAccount struct {
	// An account with a mail provider, without its credentials.
	ProviderAccount
	// The secret that signs mail submitted by the provider. Returned only once.
	InboundSecret SecretString `json:"inbound_secret"`
}

// SearchResult is a record that was found.
type SearchResult struct {
	// What kind of record was found.
	Kind SearchKind `json:"kind"`
	// The id of the message, task, contact or event.
	ID string `json:"id"`
	// The agent that it belongs to; null if it is the organization's.
	IdentityID *string `json:"identity_id"`
	// When it was created: the order of the results. Pass it as `before` to continue.
	At time.Time `json:"at"`
	// The subject of a message, the name of a contact, the agents of a task, the type of an event.
	Title string `json:"title"`
	// The part of its text that matches most of the query, on one line.
	Snippet string `json:"snippet"`
	// What was found, as the title or the snippet spells it.
	Highlights []string `json:"highlights"`
}

// Trace is what led to one thing and what followed from it.
type Trace struct {
	// The oldest first.
	Steps []TraceStep `json:"steps"`
}

// TraceStep is one thing that has happened.
type TraceStep struct {
	// When it happened.
	At time.Time `json:"at"`
	// What a step is about.
	Kind TraceStepKind `json:"kind"`
	// The message, task, event, delivery or approval. That of a `push` or an `attempt` is the delivery.
	ID string `json:"id"`
	// One line for people. It may contain text of strangers.
	Summary string `json:"summary"`
	// The status of the thing, now; of an attempt, `succeeded` or `failed`.
	Status *string `json:"status"`
	// More about a step, by its kind.
	Detail map[string]any `json:"detail"`
}

// TraceStepKind is what a step is about.
type TraceStepKind string

// The values of [TraceStepKind]. A newer service may send others.
const (
	// TraceStepKindMail is mail.
	TraceStepKindMail TraceStepKind = "mail"
	// TraceStepKindReading is reading.
	TraceStepKindReading TraceStepKind = "reading"
	// TraceStepKindTask is task.
	TraceStepKindTask TraceStepKind = "task"
	// TraceStepKindHeld is held.
	TraceStepKindHeld TraceStepKind = "held"
	// TraceStepKindDecided is decided.
	TraceStepKindDecided TraceStepKind = "decided"
	// TraceStepKindTaskStep is task_step.
	TraceStepKindTaskStep TraceStepKind = "task_step"
	// TraceStepKindEvent is event.
	TraceStepKindEvent TraceStepKind = "event"
	// TraceStepKindDelivery is delivery.
	TraceStepKindDelivery TraceStepKind = "delivery"
	// TraceStepKindPush is push.
	TraceStepKindPush TraceStepKind = "push"
	// TraceStepKindAttempt is attempt.
	TraceStepKindAttempt TraceStepKind = "attempt"
	// TraceStepKindOutcome is outcome.
	TraceStepKindOutcome TraceStepKind = "outcome"
	// TraceStepKindReply is reply.
	TraceStepKindReply TraceStepKind = "reply"
	// TraceStepKindLogLimit is log_limit.
	TraceStepKindLogLimit TraceStepKind = "log_limit"
)

// TrustedIssuer is an issuer of tokens that workloads exchange for keys of agents.
type TrustedIssuer struct {
	// The trusted issuer's id.
	ID string `json:"id"`
	// What `iss` is in its tokens.
	Issuer string `json:"issuer"`
	// What `aud` has to be in its tokens, and nothing else.
	Audience string `json:"audience"`
	// Where its keys are. Null if they are in `jwks`, or found by discovery.
	JwksURL *string `json:"jwks_url"`
	// Its keys, if they were given.
	Jwks *IssuerKeys `json:"jwks"`
	// The first one that a token fulfils decides.
	Rules []IssuerRule `json:"rules"`
	// When it was created.
	CreatedAt time.Time `json:"created_at"`
}

// IssuerKeys is the public keys of an issuer (RFC 7517).
type IssuerKeys struct {
	// A public key.
	Keys []map[string]string `json:"keys"`
}

// IssuerRule: which tokens of an issuer get a key of which agent.
type IssuerRule struct {
	// The agent that the key acts as.
	IdentityID string `json:"identity_id"`
	// All have to hold. One of them has to say who the workload is, such as `sub`.
	Claims map[string]string `json:"claims"`
	// What the key is limited to.
	Scopes []Scope `json:"scopes"`
}

// Tunnel is a public address for a server that has none.
type Tunnel struct {
	// The tunnel's id.
	ID string `json:"id"`
	// The agent that it belongs to; null: the organization.
	IdentityID *string `json:"identity_id"`
	// The name that people see.
	Name *string `json:"name"`
	// Pairs of strings that the caller stores with a record.
	Metadata map[string]string `json:"metadata"`
	// Requests to this address and all paths below it reach the server. The address cannot be guessed.
	PublicURL string `json:"public_url"`
	// The WebSocket address for the server side, which connects with an API key.
	ConnectURL string `json:"connect_url"`
	// A tunnel is suspended while its agent is.
	Status TunnelStatus `json:"status"`
	// Whether a client is connected.
	Connected bool `json:"connected"`
	// When a client last connected.
	LastConnectedAt *time.Time `json:"last_connected_at"`
	// When it was created.
	CreatedAt time.Time `json:"created_at"`
}

// TunnelStatus is a tunnel is suspended while its agent is. `held`: a person has to approve it.
type TunnelStatus string

// The values of [TunnelStatus]. A newer service may send others.
const (
	// TunnelStatusActive is active.
	TunnelStatusActive TunnelStatus = "active"
	// TunnelStatusSuspended is suspended.
	TunnelStatusSuspended TunnelStatus = "suspended"
	// TunnelStatusDeleted is deleted.
	TunnelStatusDeleted TunnelStatus = "deleted"
	// TunnelStatusHeld is held.
	TunnelStatusHeld TunnelStatus = "held"
)

// NewTunnel is a new tunnel. One that is held exists when it is approved.
type NewTunnel struct {
	// A public address for a server that has none.
	Tunnel
	// The approval that a held tunnel waits for.
	ApprovalID string `json:"approval_id,omitzero"`
}

// Usage is the usage and limits of an organization.
type Usage struct {
	// The number of recipients of today's mail.
	EmailSentToday int `json:"email_sent_today"`
	// The number of recipients allowed per day.
	EmailDailyLimit int `json:"email_daily_limit"`
	// When the count resets: the next 00:00 UTC.
	EmailResetsAt time.Time `json:"email_resets_at"`
	// Whether the owner has confirmed the address, which raises the limits.
	OwnerVerified bool `json:"owner_verified"`
	// How many agents the organization has.
	AgentCount int `json:"agent_count"`
	// How many agents the organization may have.
	AgentLimit int `json:"agent_limit"`
	// Bytes of stored content: emails, tasks, secrets and contacts.
	StoredBytes int64 `json:"stored_bytes"`
	// How many bytes of content the organization may store.
	StoredBytesLimit int64 `json:"stored_bytes_limit"`
	// The number of identity tokens that agents got today.
	IdentityTokensToday int `json:"identity_tokens_today"`
	// The number of identity tokens allowed per day.
	IdentityTokenDailyLimit int `json:"identity_token_daily_limit"`
}

// Keypair is the public key that the proofs of an agent are verified with.
type Keypair struct {
	// The agent.
	IdentityID string `json:"identity_id"`
	// The signature algorithm.
	Algorithm KeypairAlgorithm `json:"algorithm"`
	// The raw 32 bytes in base64.
	PublicKey []byte `json:"public_key"`
	// When it was created.
	CreatedAt time.Time `json:"created_at"`
	// When it last changed.
	UpdatedAt time.Time `json:"updated_at"`
}

// Lease is a lease of a secret.
type Lease struct {
	// The lease's id.
	ID string `json:"id"`
	// The secret.
	SecretID string `json:"secret_id"`
	// The secret's version when the lease was created.
	SecretVersion int `json:"secret_version"`
	// The agent that may redeem it; null: only org keys.
	IdentityID *string `json:"identity_id"`
	// Only an active lease can be redeemed.
	Status LeaseStatus `json:"status"`
	// How many times it can be redeemed.
	MaxUses int `json:"max_uses"`
	// How many times it has been redeemed.
	UseCount int `json:"use_count"`
	// A text for people.
	Purpose *string `json:"purpose"`
	// The hosts that the value may be sent to; empty: not restricted.
	Hosts []string `json:"hosts"`
	// When it expires.
	ExpiresAt time.Time `json:"expires_at"`
	// When it was last redeemed.
	LastRedeemedAt *time.Time `json:"last_redeemed_at"`
	// When it was created.
	CreatedAt time.Time `json:"created_at"`
}

// LeaseStatus: only an active lease can be redeemed. `held`: a person has to approve it.
type LeaseStatus string

// The values of [LeaseStatus]. A newer service may send others.
const (
	// LeaseStatusActive is active.
	LeaseStatusActive LeaseStatus = "active"
	// LeaseStatusExhausted is exhausted.
	LeaseStatusExhausted LeaseStatus = "exhausted"
	// LeaseStatusExpired is expired.
	LeaseStatusExpired LeaseStatus = "expired"
	// LeaseStatusRevoked is revoked.
	LeaseStatusRevoked LeaseStatus = "revoked"
	// LeaseStatusHeld is held.
	LeaseStatusHeld LeaseStatus = "held"
)

// NewLease is a new lease with its token. One that is held has no token, and exists when it is approved.
type NewLease struct {
	// A lease of a secret.
	Lease
	// The token that a redemption must present. Returned only once. Absent if the lease is held.
	LeaseToken SecretString `json:"lease_token,omitzero"`
	// The approval that a held lease waits for; it ends at `expires_at`.
	ApprovalID string `json:"approval_id,omitzero"`
}

// RedeemedLease is the current value of the secret.
type RedeemedLease struct {
	// A text or an object, at most 64 KB as JSON.
	Value SecretValue `json:"value"`
	// The version of the value.
	Version int `json:"version"`
	// The hosts that the value may be sent to; empty: not restricted.
	Hosts []string `json:"hosts"`
	// A lease of a secret.
	Lease Lease `json:"lease"`
}

// Redemption is an attempt to redeem a lease.
type Redemption struct {
	// Its id.
	ID string `json:"id"`
	// When it happened.
	At time.Time `json:"at"`
	// The actor that redeemed the lease.
	Actor Redeemer `json:"actor"`
	// The network address of the caller.
	Address string `json:"address"`
	// The version that was returned; null if refused.
	Version *int `json:"version"`
	// `redeemed`, or why it was refused.
	Outcome RedemptionOutcome `json:"outcome"`
}

// Redeemer is the actor that redeemed the lease.
type Redeemer struct {
	// `user` for an org key or a login token, `agent` for an agent key.
	ActorType ActorType `json:"actor_type"`
	// As in `GET /v1/me`.
	ActorID string `json:"actor_id"`
	// The API key.
	KeyID string `json:"key_id"`
}

// RedemptionOutcome: `redeemed`, or why it was refused.
type RedemptionOutcome string

// The values of [RedemptionOutcome]. A newer service may send others.
const (
	// RedemptionOutcomeRedeemed is redeemed.
	RedemptionOutcomeRedeemed RedemptionOutcome = "redeemed"
	// RedemptionOutcomeWrongAgent is wrong_agent.
	RedemptionOutcomeWrongAgent RedemptionOutcome = "wrong_agent"
	// RedemptionOutcomeWrongToken is wrong_token.
	RedemptionOutcomeWrongToken RedemptionOutcome = "wrong_token"
	// RedemptionOutcomeSuspended is suspended.
	RedemptionOutcomeSuspended RedemptionOutcome = "suspended"
	// RedemptionOutcomeProofInvalid is proof_invalid.
	RedemptionOutcomeProofInvalid RedemptionOutcome = "proof_invalid"
	// RedemptionOutcomeRevoked is revoked.
	RedemptionOutcomeRevoked RedemptionOutcome = "revoked"
	// RedemptionOutcomeExhausted is exhausted.
	RedemptionOutcomeExhausted RedemptionOutcome = "exhausted"
	// RedemptionOutcomeExpired is expired.
	RedemptionOutcomeExpired RedemptionOutcome = "expired"
)

// Secret is a secret without its value.
type Secret struct {
	// The secret's id.
	ID string `json:"id"`
	// The agent that owns it; null: the organization.
	IdentityID *string `json:"identity_id"`
	// A name for people.
	Name string `json:"name"`
	// The version of the value, starting at 1.
	Version int `json:"version"`
	// A text for people.
	Description *string `json:"description"`
	// Pairs of strings that the caller stores with a record.
	Metadata map[string]string `json:"metadata"`
	// The hosts that its value may be sent to; empty: not restricted.
	Hosts []string `json:"hosts"`
	// When it was created.
	CreatedAt time.Time `json:"created_at"`
	// When it last changed.
	UpdatedAt time.Time `json:"updated_at"`
	// When the value was last replaced.
	RotatedAt *time.Time `json:"rotated_at"`
}

// Webhook is a webhook endpoint, without its secret.
type Webhook struct {
	// The endpoint's id.
	ID string `json:"id"`
	// The endpoint gets only events of this agent; null: of all agents.
	IdentityID *string `json:"identity_id"`
	// Where deliveries are sent.
	URL string `json:"url"`
	// The event types that are delivered.
	EventTypes []EventType `json:"event_types"`
	// Whether events are delivered.
	Enabled bool `json:"enabled"`
	// `gone`: its receiver responded with 410. `failing`: every attempt has failed for days. Any other text: disabled
	// by request.
	DisabledReason *string `json:"disabled_reason"`
	// Whether Standard Webhooks libraries accept the newest secret. False for a secret from before they were supported,
	// until it is rotated.
	StandardWebhooks bool `json:"standard_webhooks"`
	// When it was created.
	CreatedAt time.Time `json:"created_at"`
	// When it last changed.
	UpdatedAt time.Time `json:"updated_at"`
}

// CreatedWebhook is a new webhook endpoint with its signing secret, which is returned only once.
type CreatedWebhook struct {
	// A webhook endpoint, without its secret.
	Webhook
	// The signing secret. Returned only once.
	Secret SecretString `json:"secret"`
}

// StartedRecovery is a recovery in progress.
type StartedRecovery struct {
	// The id of the recovery.
	RecoveryID string `json:"recovery_id"`
	// How many deliveries it replays.
	Matched int `json:"matched"`
	// The time after which another recovery continues; null if this one matched everything. One has at most 1000
	// deliveries, the oldest.
	NextSince *time.Time `json:"next_since"`
}

// Recovery is a replay of the deliveries to an endpoint that had failed.
type Recovery struct {
	// The recovery's id.
	ID string `json:"id"`
	// The endpoint.
	WebhookID string `json:"webhook_id"`
	// It matched deliveries created after this time.
	Since time.Time `json:"since"`
	// Which deliveries are replayed: those of which all attempts have failed, those that wait for a retry, or both.
	Status RecoveryStatus `json:"status"`
	// `done`: every matched delivery was replayed or skipped.
	State RecoveryState `json:"state"`
	// How many deliveries it replays.
	Matched int `json:"matched"`
	// How many it has replayed.
	Replayed int `json:"replayed"`
	// How many it has not replayed, because they were delivered, replayed or being attempted in the meantime, or had
	// expired.
	Skipped int `json:"skipped"`
	// How many of the replayed ones wait for their first attempt.
	Pending int `json:"pending"`
	// How many of the replayed ones were delivered.
	Delivered int `json:"delivered"`
	// How many of the replayed ones have failed again, whether or not a retry is scheduled.
	Failed int `json:"failed"`
	// The time after which another recovery continues; null if this one matched everything. One has at most 1000
	// deliveries, the oldest.
	NextSince *time.Time `json:"next_since"`
	// When it was created.
	CreatedAt time.Time `json:"created_at"`
	// When the last one was replayed or skipped.
	FinishedAt *time.Time `json:"finished_at"`
}

// RecoveryState is how far a recovery is.
type RecoveryState string

// The values of [RecoveryState]. A newer service may send others.
const (
	// RecoveryStateRunning is running.
	RecoveryStateRunning RecoveryState = "running"
	// RecoveryStateDone is done.
	RecoveryStateDone RecoveryState = "done"
)

// RotatedSecret is a new signing secret, which is returned only once.
type RotatedSecret struct {
	// The new signing secret. Returned only once.
	Secret SecretString `json:"secret"`
	// Until when the old secret also signs.
	PreviousSecretExpiresAt time.Time `json:"previous_secret_expires_at"`
}

// TestedWebhook is a test delivery in progress.
type TestedWebhook struct {
	// The id of the delivery.
	DeliveryID string `json:"delivery_id"`
}

// Delivery is the delivery of an event to an endpoint.
type Delivery struct {
	// The delivery's id, sent as `x-aid-request-id` with every attempt.
	ID string `json:"id"`
	// The endpoint.
	WebhookID string `json:"webhook_id"`
	// The event's id. For a `webhook.test` or an `a2a.push_notification`, an id that is not in the event log.
	EventID string `json:"event_id"`
	// The type of the event, `webhook.test` or `a2a.push_notification`.
	EventType string `json:"event_type"`
	// Where the attempts go.
	URL string `json:"url"`
	// The status of a delivery.
	Status DeliveryStatus `json:"status"`
	// The number of finished attempts.
	AttemptCount int `json:"attempt_count"`
	// Why the last attempt failed.
	LastError *string `json:"last_error"`
	// The HTTP status of the last response.
	ResponseStatus *int `json:"response_status"`
	// How long the last attempt took; null before the first.
	DurationMs *int `json:"duration_ms"`
	// When the next attempt is due.
	NextAttemptAt *time.Time `json:"next_attempt_at"`
	// When an attempt succeeded.
	DeliveredAt *time.Time `json:"delivered_at"`
	// When it was created.
	CreatedAt time.Time `json:"created_at"`
	// When it last changed.
	UpdatedAt time.Time `json:"updated_at"`
}

// DeliveryWithAttempts is a delivery with its attempts.
type DeliveryWithAttempts struct {
	// The delivery of an event to an endpoint.
	Delivery
	// The newest attempts, oldest first, including those of replays; at most 16.
	Attempts []DeliveryAttempt `json:"attempts"`
}

// DeliveryAttempt is a finished attempt of a delivery.
type DeliveryAttempt struct {
	// When it ended.
	EndedAt time.Time `json:"ended_at"`
	// The HTTP status of the response; null if there was none.
	ResponseStatus *int `json:"response_status"`
	// How long it took.
	DurationMs int `json:"duration_ms"`
	// Why it failed; null if it succeeded.
	Error *string `json:"error"`
	// What the receiver responded; null if it did not, after a week, or if the stage keeps no responses.
	Response *ReceiverResponse `json:"response"`
}

// ReceiverResponse is the beginning of what a receiver responded.
type ReceiverResponse struct {
	// Chosen headers, such as `content-type`, `retry-after`, `server` and `x-request-id`.
	Headers map[string]string `json:"headers"`
	// The first 2 KB of the body, in base64.
	BodyBase64 string `json:"body_base64"`
	// Whether the body was longer, or did not end in time.
	Truncated bool `json:"truncated"`
}

// Aggregate is the resource that an event happened to.
type Aggregate struct {
	// The kind of resource.
	Type string `json:"type"`
	// Its id.
	ID string `json:"id"`
}

// AgentSummary is an agent that an event names.
type AgentSummary struct {
	// The agent's id.
	ID string `json:"id"`
	// Its handle.
	Handle string `json:"handle"`
	// The name that people see.
	DisplayName string `json:"display_name"`
}

// MessageSummary is a brief form of a message.
type MessageSummary struct {
	// The message's id.
	ID string `json:"id"`
	// Whether a message was received or sent.
	Direction MailDirection `json:"direction"`
	// The authors.
	From []MailAuthor `json:"from"`
	// The subject.
	Subject string `json:"subject"`
	// The beginning of the text.
	Snippet string `json:"snippet"`
	// Whether it has attachments.
	HasAttachments bool `json:"has_attachments"`
}

// MailAuthor is an author of a message.
type MailAuthor struct {
	// The author's address.
	Address string `json:"address"`
}

// MailSentData is a message was accepted by the mail provider.
type MailSentData struct {
	// The message.
	MessageID string `json:"messageId"`
	// The conversation it belongs to.
	ThreadID string `json:"threadId"`
	// The agents that the event names.
	AgentIdentities []AgentSummary `json:"agent_identities"`
	// A brief form of a message.
	Message MessageSummary `json:"message"`
}

// MailReceivedData is a message was received.
type MailReceivedData struct {
	// The message.
	MessageID string `json:"messageId"`
	// The conversation it belongs to.
	ThreadID string `json:"threadId"`
	// The address of the sender.
	From string `json:"from"`
	// The subject.
	Subject string `json:"subject"`
	// The agents that the event names.
	AgentIdentities []AgentSummary `json:"agent_identities"`
	// A brief form of a message.
	Message MessageSummary `json:"message"`
}

// MailOutcomeData is the outcome of a message for one recipient.
type MailOutcomeData struct {
	// The message.
	MessageID string `json:"messageId"`
	// The conversation it belongs to.
	ThreadID string `json:"threadId"`
	// The recipient of an outcome, and the provider's diagnosis.
	Detail *MailOutcomeDetail `json:"detail,omitzero"`
	// The agents that the event names.
	AgentIdentities []AgentSummary `json:"agent_identities"`
	// A brief form of a message.
	Message MessageSummary `json:"message"`
}

// MailDraftFailedData is a scheduled draft that was not sent at its time, and is a draft again.
type MailDraftFailedData struct {
	// The draft.
	DraftID string `json:"draftId"`
	// The error code with which a request to send it would have been refused.
	Code string `json:"code"`
	// Why, as a text for people.
	Reason string `json:"reason"`
	// When it was to be sent.
	SendAt string `json:"sendAt"`
	// The agents that the event names.
	AgentIdentities []AgentSummary `json:"agent_identities"`
}

// MailLabeledData is the labels of a message were changed.
type MailLabeledData struct {
	// The message.
	MessageID string `json:"messageId"`
	// The conversation it belongs to.
	ThreadID string `json:"threadId"`
	// Its labels after the change, in order.
	Labels []string `json:"labels"`
	// Those that were added.
	Added []string `json:"added"`
	// Those that were removed.
	Removed []string `json:"removed"`
	// The agents that the event names.
	AgentIdentities []AgentSummary `json:"agent_identities"`
	// A brief form of a message.
	Message MessageSummary `json:"message"`
}

// MailUnsubscribedData is a recipient who has unsubscribed: the agent can no longer write to it.
type MailUnsubscribedData struct {
	// The message.
	MessageID string `json:"messageId"`
	// The conversation it belongs to.
	ThreadID string `json:"threadId"`
	// The address of the recipient.
	Recipient string `json:"recipient"`
	// The agents that the event names.
	AgentIdentities []AgentSummary `json:"agent_identities"`
	// A brief form of a message.
	Message MessageSummary `json:"message"`
}

// TaskCreatedData is a task was sent to the agent.
type TaskCreatedData struct {
	// The task.
	TaskID string `json:"taskId"`
	// The task's context.
	ContextID string `json:"contextId"`
	// The state of a task.
	State TaskState `json:"state"`
	// The agent that sent the task.
	CallerIdentityID string `json:"callerIdentityId"`
	// The agent that sent the task.
	Caller EventAgent `json:"caller"`
	// The texts of the message, joined.
	Message *string `json:"message"`
	// The sender's own id of the message.
	MessageID string `json:"messageId"`
	// The content of the message.
	Parts []A2APart `json:"parts"`
	// The agents that the event names.
	AgentIdentities []AgentSummary `json:"agent_identities"`
}

// TaskMessageData is the caller added a message to a task.
type TaskMessageData struct {
	// The task.
	TaskID string `json:"taskId"`
	// The task's context.
	ContextID string `json:"contextId"`
	// The state of a task.
	State TaskState `json:"state"`
	// The agent that sent the task.
	Caller EventAgent `json:"caller"`
	// The sender's own id of the message.
	MessageID string `json:"messageId"`
	// The content of the message.
	Parts []A2APart `json:"parts"`
	// The agents that the event names.
	AgentIdentities []AgentSummary `json:"agent_identities"`
}

// TaskCanceledData is the caller canceled a task.
type TaskCanceledData struct {
	// The task.
	TaskID string `json:"taskId"`
	// The task's context.
	ContextID string `json:"contextId"`
	// The state of a task.
	State TaskState `json:"state"`
	// The agent that sent the task.
	CallerIdentityID string `json:"callerIdentityId"`
	// The agent that sent the task.
	Caller EventAgent `json:"caller"`
	// The agents that the event names.
	AgentIdentities []AgentSummary `json:"agent_identities"`
}

// SentTaskUpdatedData is the worker replied to a task that the agent sent.
type SentTaskUpdatedData struct {
	// The task.
	TaskID string `json:"taskId"`
	// The task's context.
	ContextID string `json:"contextId"`
	// The state of a task.
	State TaskState `json:"state"`
	// The result, any JSON value.
	Result json.RawMessage `json:"result"`
	// The agent that the task is for.
	Worker EventAgent `json:"worker"`
	// The worker's message.
	MessageID *string `json:"messageId"`
	// The content of the message.
	Parts []A2APart `json:"parts"`
	// The agents that the event names.
	AgentIdentities []AgentSummary `json:"agent_identities"`
}

// TaskUpdatedData is the agent replied to a task.
type TaskUpdatedData struct {
	// The task.
	TaskID string `json:"taskId"`
	// The task's context.
	ContextID string `json:"contextId"`
	// The state of a task.
	State TaskState `json:"state"`
	// The result, any JSON value.
	Result json.RawMessage `json:"result"`
	// The agents that the event names.
	AgentIdentities []AgentSummary `json:"agent_identities"`
}

// A2ARuleChangedData is an A2A rule was created, updated or deleted.
type A2ARuleChangedData struct {
	// What happened to a rule.
	Change RuleChange `json:"change"`
	// The rule.
	RuleID string `json:"ruleId"`
	// The agent that the rule is for.
	IdentityID string `json:"identityId"`
	// The handle of the other agent.
	Handle string `json:"handle"`
	// Whether a rule allows or blocks.
	Action RuleAction `json:"action"`
	// The tasks that the rule applies to.
	Direction RuleDirection `json:"direction"`
	// The rule before the change, if it was updated.
	Previous map[string]any `json:"previous,omitzero"`
	// The actor.
	Actor EventActor `json:"actor"`
	// `invitation` if an accepted invitation created the rule.
	Via RuleOrigin `json:"via,omitzero"`
	// The agents that the event names.
	AgentIdentities []AgentSummary `json:"agent_identities"`
}

// A2ASettingsUpdatedData is the A2A settings of an agent were changed.
type A2ASettingsUpdatedData struct {
	// The agent.
	IdentityID string `json:"identityId"`
	// The changed settings by name.
	Changes map[string]SettingChange `json:"changes"`
	// The actor.
	Actor EventActor `json:"actor"`
	// The agents that the event names.
	AgentIdentities []AgentSummary `json:"agent_identities"`
}

// InvitationData is a step of an invitation.
type InvitationData struct {
	// The invitation.
	InvitationID string `json:"invitationId"`
	// What happened: the new status.
	Change InvitationStatus `json:"change"`
	// The status of an invitation.
	Status InvitationStatus `json:"status"`
	// The agent that invites.
	FromIdentityID string `json:"fromIdentityId"`
	// Its handle.
	FromHandle string `json:"fromHandle"`
	// The agent that is invited.
	ToIdentityID string `json:"toIdentityId"`
	// Its handle.
	ToHandle string `json:"toHandle"`
	// The actor.
	Actor EventActor `json:"actor"`
	// The agents that the event names.
	AgentIdentities []AgentSummary `json:"agent_identities"`
}

// IdentityTokenIssuedData is an agent got an identity token.
type IdentityTokenIssuedData struct {
	// The agent.
	IdentityID string `json:"identityId"`
	// The service that the token is for.
	Audience string `json:"audience"`
	// The token's id, as in its claim `jti`.
	Jti string `json:"jti"`
	// When the token expires.
	ExpiresAt string `json:"expiresAt"`
	// The agents that the event names.
	AgentIdentities []AgentSummary `json:"agent_identities"`
}

// GrantData is a person has allowed an OAuth client something, or a grant was revoked.
type GrantData struct {
	// The grant.
	GrantID string `json:"grantId"`
	// The id of the client.
	ClientID string `json:"clientId"`
	// The host that the person saw.
	ClientHost string `json:"clientHost"`
	// The ids of the agents that the client may act for.
	Agents []string `json:"agents"`
	// What it may do.
	Scopes []string `json:"scopes"`
	// Why a grant was revoked.
	Reason *GrantEnd `json:"reason"`
	// Who has allowed or revoked it.
	Actor *EventActor `json:"actor"`
	// The agents that the event names.
	AgentIdentities []AgentSummary `json:"agent_identities"`
}

// ApprovalRequestedData is an action of the agent is held until a person decides.
type ApprovalRequestedData struct {
	// The approval.
	ApprovalID string `json:"approvalId"`
	// What a person decides about.
	Kind ApprovalKind `json:"kind"`
	// `expired`: no one decided in time.
	Status ApprovalStatus `json:"status"`
	// What is held: the id of a message, a lease, a tunnel or a task.
	SubjectID string `json:"subjectId"`
	// Null.
	Reason *string `json:"reason"`
	// Why it is held.
	Reasons []EventApprovalReason `json:"reasons"`
	// The agent.
	Actor *EventActor `json:"actor"`
	// The agents that the event names.
	AgentIdentities []AgentSummary `json:"agent_identities"`
}

// ApprovalDecidedData is an approval has ended.
type ApprovalDecidedData struct {
	// The approval.
	ApprovalID string `json:"approvalId"`
	// What a person decides about.
	Kind ApprovalKind `json:"kind"`
	// `expired`: no one decided in time.
	Status ApprovalStatus `json:"status"`
	// What is held: the id of a message, a lease, a tunnel or a task.
	SubjectID string `json:"subjectId"`
	// Why it was denied, or what refused the effect.
	Reason *string `json:"reason"`
	// Who has decided; null if no one has.
	Actor *EventActor `json:"actor"`
	// What is sent, if the approver has edited it. Do not send the original again.
	Content *FinalMailContent `json:"content,omitzero"`
	// The agents that the event names.
	AgentIdentities []AgentSummary `json:"agent_identities"`
}

// ShortKeyIssuedData is a workload got a short key of the agent for a token of a trusted issuer.
type ShortKeyIssuedData struct {
	// The agent that the key acts as.
	IdentityID string `json:"identityId"`
	// The key's id, which redemptions of leases name too.
	ShortKeyID string `json:"shortKeyId"`
	// The trusted issuer with the rule.
	TrustedIssuerID string `json:"trustedIssuerId"`
	// The issuer of the token.
	Issuer string `json:"issuer"`
	// Whom the token is about: its `sub`.
	Subject string `json:"subject"`
	// What the key is limited to.
	Scopes []string `json:"scopes"`
	// When the key expires.
	ExpiresAt string `json:"expiresAt"`
	// The agents that the event names.
	AgentIdentities []AgentSummary `json:"agent_identities"`
}

// WebhookTestData is the data of a test.
type WebhookTestData struct {
	// The endpoint that is tested.
	WebhookID string `json:"webhook_id"`
}

// AuthClaimReply is the reply of Auth.Claim: Claimed or VerificationRequired.
type AuthClaimReply struct {
	// Always true.
	Claimed *bool `json:"claimed,omitzero"`
	// The person who can now log in.
	User *User `json:"user,omitzero"`
	// The next step.
	Status string `json:"status,omitzero"`
	// The email address that the code was sent to.
	Email string `json:"email,omitzero"`
	// Until when the code is valid.
	ExpiresAt time.Time `json:"expires_at,omitzero"`
}
