// Code generated from the description of the service by npm run clients; DO NOT EDIT.

package aidstack

import (
	"time"
)

// Event is an event of the log, discriminated by `type`.
type Event struct {
	// The event's id.
	ID string `json:"id"`
	// The version of the event's schema.
	Version int `json:"version"`
	// The agent that the event is about.
	IdentityID *string `json:"identity_id"`
	// The kind of resource that it happened to.
	AggregateType *string `json:"aggregate_type"`
	// The id of that resource.
	AggregateID *string `json:"aggregate_id"`
	// When it happened: the order of the log. Pass it as `since` to continue.
	CreatedAt time.Time `json:"created_at"`
	// The exact body of its deliveries to webhook endpoints, if requested.
	DeliveryBody string `json:"delivery_body,omitzero"`
	// What happened. A newer service may have types that this package does not know.
	Type EventType `json:"type"`
	// The payload, by the type: [*UnknownPayload] where this package does not know it.
	Payload EventPayload `json:"payload"`
	// The whole message of a mail event, where [EventsService.Follow] was asked for it and it can be read.
	Message *FullMessage `json:"-"`
}

// EventPayload is what happened, a type for each type of event: [*MailSentPayload], [*MailReceivedPayload],
// [*MailOutcomePayload], [*MailDraftFailedPayload], [*MailLabeledPayload], [*MailUnsubscribedPayload],
// [*TaskCreatedPayload], [*TaskMessagePayload], [*TaskCanceledPayload], [*SentTaskUpdatedPayload],
// [*TaskUpdatedPayload], [*A2ARuleChangedPayload], [*A2ASettingsUpdatedPayload], [*InvitationPayload],
// [*IdentityTokenIssuedPayload], [*GrantPayload], [*ApprovalRequestedPayload], [*ApprovalDecidedPayload],
// [*ShortKeyIssuedPayload], or [*UnknownPayload].
type EventPayload interface{ eventPayload() }

func (*MailSentPayload) eventPayload() {}

func (*MailReceivedPayload) eventPayload() {}

func (*MailOutcomePayload) eventPayload() {}

func (*MailDraftFailedPayload) eventPayload() {}

func (*MailLabeledPayload) eventPayload() {}

func (*MailUnsubscribedPayload) eventPayload() {}

func (*TaskCreatedPayload) eventPayload() {}

func (*TaskMessagePayload) eventPayload() {}

func (*TaskCanceledPayload) eventPayload() {}

func (*SentTaskUpdatedPayload) eventPayload() {}

func (*TaskUpdatedPayload) eventPayload() {}

func (*A2ARuleChangedPayload) eventPayload() {}

func (*A2ASettingsUpdatedPayload) eventPayload() {}

func (*InvitationPayload) eventPayload() {}

func (*IdentityTokenIssuedPayload) eventPayload() {}

func (*GrantPayload) eventPayload() {}

func (*ApprovalRequestedPayload) eventPayload() {}

func (*ApprovalDecidedPayload) eventPayload() {}

func (*ShortKeyIssuedPayload) eventPayload() {}

// newEventPayload returns an empty payload of a type of event, or nil for one that is not known.
func newEventPayload(of EventType) EventPayload {
	switch of {
	case "mail.sent":
		return &MailSentPayload{}
	case "mail.received":
		return &MailReceivedPayload{}
	case "mail.delivered", "mail.bounced", "mail.complained":
		return &MailOutcomePayload{}
	case "mail.draft_failed":
		return &MailDraftFailedPayload{}
	case "mail.labeled":
		return &MailLabeledPayload{}
	case "mail.unsubscribed":
		return &MailUnsubscribedPayload{}
	case "a2a.task.created":
		return &TaskCreatedPayload{}
	case "a2a.task.message":
		return &TaskMessagePayload{}
	case "a2a.task.canceled":
		return &TaskCanceledPayload{}
	case "a2a.sent_task.updated":
		return &SentTaskUpdatedPayload{}
	case "a2a.task.updated":
		return &TaskUpdatedPayload{}
	case "a2a.contact_rule.changed":
		return &A2ARuleChangedPayload{}
	case "a2a.settings.updated":
		return &A2ASettingsUpdatedPayload{}
	case "a2a.invitation.created", "a2a.invitation.accepted", "a2a.invitation.declined", "a2a.invitation.revoked":
		return &InvitationPayload{}
	case "identity_token.issued":
		return &IdentityTokenIssuedPayload{}
	case "grant.created", "grant.revoked":
		return &GrantPayload{}
	case "approval.requested":
		return &ApprovalRequestedPayload{}
	case "approval.decided":
		return &ApprovalDecidedPayload{}
	case "short_key.issued":
		return &ShortKeyIssuedPayload{}
	}
	return nil
}

// WebhookEvent is the body of a delivery, discriminated by `type`.
type WebhookEvent struct {
	// The event's id, as in `x-aid-event-id`.
	ID string `json:"id"`
	// The version of the event's schema.
	Version int `json:"version"`
	// When it happened.
	CreatedAt time.Time `json:"created_at"`
	// The organization that the event belongs to.
	OrganizationID string `json:"organization_id"`
	// The resource that an event happened to.
	Aggregate *Aggregate `json:"aggregate,omitzero"`
	// What happened. A newer service may have types that this package does not know.
	Type EventType `json:"type"`
	// The payload, by the type: [*UnknownPayload] where this package does not know it.
	Data WebhookData `json:"data"`
}

// WebhookData is what happened, a type for each type of event: [*MailSentData], [*MailReceivedData],
// [*MailOutcomeData], [*MailDraftFailedData], [*MailLabeledData], [*MailUnsubscribedData], [*TaskCreatedData],
// [*TaskMessageData], [*TaskCanceledData], [*SentTaskUpdatedData], [*TaskUpdatedData], [*A2ARuleChangedData],
// [*A2ASettingsUpdatedData], [*InvitationData], [*IdentityTokenIssuedData], [*GrantData], [*ApprovalRequestedData],
// [*ApprovalDecidedData], [*ShortKeyIssuedData], [*WebhookTestData], or [*UnknownPayload].
type WebhookData interface{ webhookData() }

func (*MailSentData) webhookData() {}

func (*MailReceivedData) webhookData() {}

func (*MailOutcomeData) webhookData() {}

func (*MailDraftFailedData) webhookData() {}

func (*MailLabeledData) webhookData() {}

func (*MailUnsubscribedData) webhookData() {}

func (*TaskCreatedData) webhookData() {}

func (*TaskMessageData) webhookData() {}

func (*TaskCanceledData) webhookData() {}

func (*SentTaskUpdatedData) webhookData() {}

func (*TaskUpdatedData) webhookData() {}

func (*A2ARuleChangedData) webhookData() {}

func (*A2ASettingsUpdatedData) webhookData() {}

func (*InvitationData) webhookData() {}

func (*IdentityTokenIssuedData) webhookData() {}

func (*GrantData) webhookData() {}

func (*ApprovalRequestedData) webhookData() {}

func (*ApprovalDecidedData) webhookData() {}

func (*ShortKeyIssuedData) webhookData() {}

func (*WebhookTestData) webhookData() {}

// newWebhookData returns an empty payload of a type of event, or nil for one that is not known.
func newWebhookData(of EventType) WebhookData {
	switch of {
	case "mail.sent":
		return &MailSentData{}
	case "mail.received":
		return &MailReceivedData{}
	case "mail.delivered", "mail.bounced", "mail.complained":
		return &MailOutcomeData{}
	case "mail.draft_failed":
		return &MailDraftFailedData{}
	case "mail.labeled":
		return &MailLabeledData{}
	case "mail.unsubscribed":
		return &MailUnsubscribedData{}
	case "a2a.task.created":
		return &TaskCreatedData{}
	case "a2a.task.message":
		return &TaskMessageData{}
	case "a2a.task.canceled":
		return &TaskCanceledData{}
	case "a2a.sent_task.updated":
		return &SentTaskUpdatedData{}
	case "a2a.task.updated":
		return &TaskUpdatedData{}
	case "a2a.contact_rule.changed":
		return &A2ARuleChangedData{}
	case "a2a.settings.updated":
		return &A2ASettingsUpdatedData{}
	case "a2a.invitation.created", "a2a.invitation.accepted", "a2a.invitation.declined", "a2a.invitation.revoked":
		return &InvitationData{}
	case "identity_token.issued":
		return &IdentityTokenIssuedData{}
	case "grant.created", "grant.revoked":
		return &GrantData{}
	case "approval.requested":
		return &ApprovalRequestedData{}
	case "approval.decided":
		return &ApprovalDecidedData{}
	case "short_key.issued":
		return &ShortKeyIssuedData{}
	case "webhook.test":
		return &WebhookTestData{}
	}
	return nil
}
