// Code generated from the description of the service by npm run clients; DO NOT EDIT.

package aidstack

import (
	"cmp"
	"context"
	"iter"
	"net/http"
	"time"
)

// Me: get the actor.
//
// Returns the actor of the key.
func (s *Client) Me(ctx context.Context, options ...RequestOption) (*Actor, error) {
	op := operation{method: http.MethodGet, path: "/v1/me"}
	return call[Actor](ctx, s.transport, op, options)
}

// Search.
//
// Finds messages by their texts, people and attachments, and tasks, contacts and events.
func (s *Client) Search(ctx context.Context, params SearchParams, options ...RequestOption) iter.Seq2[*SearchResult, error] {
	return list(ctx, s.transport, s.searchPages(params, options), options)
}

// SearchPage returns one page of Search.
func (s *Client) SearchPage(ctx context.Context, params SearchParams, options ...RequestOption) (*Page[SearchResult], error) {
	return listPage(ctx, s.transport, s.searchPages(params, options), options)
}

func (s *Client) searchPages(params SearchParams, options []RequestOption) listing[SearchResult] {
	l := listing[SearchResult]{operation: operation{method: http.MethodGet, path: "/v1/search"}, noun: "results"}
	l.cursor = func(row *SearchResult) time.Time { return row.At }
	l.setInt("limit", params.Limit)
	l.setTime("before", params.Before)
	l.setString("q", params.Q)
	l.setString("kind", string(params.Kind))
	l.setString("identity_id", cmp.Or(params.IdentityID, s.transport.scope(options)))
	l.setString("from", params.From)
	l.setString("to", params.To)
	l.setTime("since", params.Since)
	l.setTime("until", params.Until)
	l.setString("folder", string(params.Folder))
	l.setBool("has_attachment", params.HasAttachment)
	l.setString("label", params.Label)
	return l
}

// Trace: get a trace.
//
// Returns what led to a message, task, event, delivery, approval or request, and what followed.
func (s *Client) Trace(ctx context.Context, id string, options ...RequestOption) (*Trace, error) {
	op := operation{method: http.MethodGet, path: "/v1/trace/{}", args: []string{id}}
	return call[Trace](ctx, s.transport, op, options)
}

// Usage: get usage.
//
// Returns the organization's usage and limits.
func (s *Client) Usage(ctx context.Context, options ...RequestOption) (*Usage, error) {
	op := operation{method: http.MethodGet, path: "/v1/usage"}
	return call[Usage](ctx, s.transport, op, options)
}

// Card: get an agent card.
//
// The public A2A card of an agent.
//
// It needs no key.
func (s *A2AService) Card(ctx context.Context, agentID string, options ...RequestOption) (*AgentCard, error) {
	op := operation{method: http.MethodGet, path: "/v1/identities/{}/a2a/agent-card.json", args: []string{agentID}}
	return call[AgentCard](ctx, s.transport, op, options)
}

// List the directory.
//
// Lists publicly discoverable agents of all organizations.
func (s *A2ADirectoryService) List(ctx context.Context, params A2ADirectoryListParams, options ...RequestOption) iter.Seq2[*DirectoryAgent, error] {
	return list(ctx, s.transport, s.listPages(params, options), options)
}

// ListPage returns one page of List.
func (s *A2ADirectoryService) ListPage(ctx context.Context, params A2ADirectoryListParams, options ...RequestOption) (*Page[DirectoryAgent], error) {
	return listPage(ctx, s.transport, s.listPages(params, options), options)
}

func (s *A2ADirectoryService) listPages(params A2ADirectoryListParams, options []RequestOption) listing[DirectoryAgent] {
	l := listing[DirectoryAgent]{operation: operation{method: http.MethodGet, path: "/v1/a2a/directory"}, noun: "agents"}
	l.cursor = func(row *DirectoryAgent) time.Time { return row.CreatedAt }
	l.setString("q", params.Q)
	l.setString("tag", params.Tag)
	l.setInt("limit", params.Limit)
	l.setTime("before", params.Before)
	return l
}

// List invitations.
//
// Lists invitations that the organization sent or received.
//
// It needs the key of an organization.
func (s *A2AInvitationsService) List(ctx context.Context, params A2AInvitationsListParams, options ...RequestOption) iter.Seq2[*Invitation, error] {
	return list(ctx, s.transport, s.listPages(params, options), options)
}

// ListPage returns one page of List.
func (s *A2AInvitationsService) ListPage(ctx context.Context, params A2AInvitationsListParams, options ...RequestOption) (*Page[Invitation], error) {
	return listPage(ctx, s.transport, s.listPages(params, options), options)
}

func (s *A2AInvitationsService) listPages(params A2AInvitationsListParams, options []RequestOption) listing[Invitation] {
	l := listing[Invitation]{operation: operation{method: http.MethodGet, path: "/v1/a2a/invitations"}, noun: "invitations"}
	l.cursor = func(row *Invitation) time.Time { return row.CreatedAt }
	l.setString("role", string(params.Role))
	l.setString("status", string(params.Status))
	l.setInt("limit", params.Limit)
	l.setTime("before", params.Before)
	return l
}

// Create an invitation.
//
// Invites another agent; once accepted, the two can reach each other. A pending invitation is returned unchanged.
//
// It needs the key of an organization.
func (s *A2AInvitationsService) Create(ctx context.Context, params A2AInvitationsCreateParams, options ...RequestOption) (*Invitation, error) {
	if params.FromIdentityID == "" {
		params.FromIdentityID = s.transport.scope(options)
	}
	op := operation{method: http.MethodPost, path: "/v1/a2a/invitations", mutating: true}
	op.body = params
	return call[Invitation](ctx, s.transport, op, options)
}

// Accept an invitation.
//
// Accepts an invitation: each organization gets a rule that allows the other agent.
//
// It needs the key of an organization. Errors: a2a.invitation_closed.
func (s *A2AInvitationsService) Accept(ctx context.Context, invitationID string, options ...RequestOption) (*Invitation, error) {
	op := operation{method: http.MethodPost, path: "/v1/a2a/invitations/{}/accept", args: []string{invitationID}, mutating: true}
	return call[Invitation](ctx, s.transport, op, options)
}

// Decline an invitation.
//
// Declines an invitation.
//
// It needs the key of an organization. Errors: a2a.invitation_closed.
func (s *A2AInvitationsService) Decline(ctx context.Context, invitationID string, options ...RequestOption) (*Invitation, error) {
	op := operation{method: http.MethodPost, path: "/v1/a2a/invitations/{}/decline", args: []string{invitationID}, mutating: true}
	return call[Invitation](ctx, s.transport, op, options)
}

// Revoke an invitation.
//
// Withdraws a pending invitation.
//
// It needs the key of an organization. Errors: a2a.invitation_closed.
func (s *A2AInvitationsService) Revoke(ctx context.Context, invitationID string, options ...RequestOption) (*Invitation, error) {
	op := operation{method: http.MethodPost, path: "/v1/a2a/invitations/{}/revoke", args: []string{invitationID}, mutating: true}
	return call[Invitation](ctx, s.transport, op, options)
}

// List A2A rules.
//
// Lists the organization's A2A rules.
//
// It needs the key of an organization.
func (s *A2ARulesService) List(ctx context.Context, params A2ARulesListParams, options ...RequestOption) iter.Seq2[*A2ARule, error] {
	return list(ctx, s.transport, s.listPages(params, options), options)
}

// ListPage returns one page of List.
func (s *A2ARulesService) ListPage(ctx context.Context, params A2ARulesListParams, options ...RequestOption) (*Page[A2ARule], error) {
	return listPage(ctx, s.transport, s.listPages(params, options), options)
}

func (s *A2ARulesService) listPages(params A2ARulesListParams, options []RequestOption) listing[A2ARule] {
	l := listing[A2ARule]{operation: operation{method: http.MethodGet, path: "/v1/a2a/contact-rules"}, noun: "contact_rules"}
	l.cursor = func(row *A2ARule) time.Time { return row.CreatedAt }
	l.setString("identity_id", cmp.Or(params.IdentityID, s.transport.scope(options)))
	l.setInt("limit", params.Limit)
	l.setTime("before", params.Before)
	return l
}

// Create an A2A rule.
//
// Allows or blocks tasks between two agents.
//
// It needs the key of an organization. Errors: contact_rule.duplicate.
func (s *A2ARulesService) Create(ctx context.Context, params A2ARulesCreateParams, options ...RequestOption) (*A2ARule, error) {
	if params.IdentityID == "" {
		params.IdentityID = s.transport.scope(options)
	}
	op := operation{method: http.MethodPost, path: "/v1/a2a/contact-rules", mutating: true}
	op.body = params
	return call[A2ARule](ctx, s.transport, op, options)
}

// Get an A2A rule.
//
// Returns an A2A rule.
//
// It needs the key of an organization.
func (s *A2ARulesService) Get(ctx context.Context, ruleID string, options ...RequestOption) (*A2ARule, error) {
	op := operation{method: http.MethodGet, path: "/v1/a2a/contact-rules/{}", args: []string{ruleID}}
	return call[A2ARule](ctx, s.transport, op, options)
}

// Update an A2A rule.
//
// Changes the action or the direction of an A2A rule.
//
// It needs the key of an organization. Errors: contact_rule.duplicate.
func (s *A2ARulesService) Update(ctx context.Context, ruleID string, params A2ARulesUpdateParams, options ...RequestOption) (*A2ARule, error) {
	op := operation{method: http.MethodPatch, path: "/v1/a2a/contact-rules/{}", args: []string{ruleID}, mutating: true}
	op.body = params
	return call[A2ARule](ctx, s.transport, op, options)
}

// Delete an A2A rule.
//
// Deletes an A2A rule.
//
// It needs the key of an organization.
func (s *A2ARulesService) Delete(ctx context.Context, ruleID string, options ...RequestOption) error {
	op := operation{method: http.MethodDelete, path: "/v1/a2a/contact-rules/{}", args: []string{ruleID}, mutating: true}
	return exec(ctx, s.transport, op, options)
}

// Get A2A settings.
//
// Returns an agent's A2A settings. An agent key reads its own.
func (s *A2ASettingsService) Get(ctx context.Context, options ...RequestOption) (*A2ASettings, error) {
	op := operation{method: http.MethodGet, path: "/v1/identities/{identity}/a2a/settings"}
	return call[A2ASettings](ctx, s.transport, op, options)
}

// Update: put A2A settings.
//
// Changes A2A settings. `publicly_discoverable` and `filter_mode` need an org key.
func (s *A2ASettingsService) Update(ctx context.Context, params A2ASettingsUpdateParams, options ...RequestOption) (*A2ASettings, error) {
	op := operation{method: http.MethodPut, path: "/v1/identities/{identity}/a2a/settings", mutating: true}
	op.body = params
	return call[A2ASettings](ctx, s.transport, op, options)
}

// List API keys.
//
// Lists keys without secrets. An agent key sees its own agent's.
func (s *APIKeysService) List(ctx context.Context, params APIKeysListParams, options ...RequestOption) iter.Seq2[*APIKey, error] {
	return list(ctx, s.transport, s.listPages(params, options), options)
}

// ListPage returns one page of List.
func (s *APIKeysService) ListPage(ctx context.Context, params APIKeysListParams, options ...RequestOption) (*Page[APIKey], error) {
	return listPage(ctx, s.transport, s.listPages(params, options), options)
}

func (s *APIKeysService) listPages(params APIKeysListParams, options []RequestOption) listing[APIKey] {
	l := listing[APIKey]{operation: operation{method: http.MethodGet, path: "/v1/api-keys"}, noun: "api_keys"}
	l.cursor = func(row *APIKey) time.Time { return row.CreatedAt }
	l.setInt("limit", params.Limit)
	l.setTime("before", params.Before)
	return l
}

// Create an API key.
//
// Creates an org key, or an agent key if `identity_id` is given.
//
// It needs the key of an organization.
func (s *APIKeysService) Create(ctx context.Context, params APIKeysCreateParams, options ...RequestOption) (*CreatedAPIKey, error) {
	if params.IdentityID == "" {
		params.IdentityID = s.transport.scope(options)
	}
	op := operation{method: http.MethodPost, path: "/v1/api-keys", mutating: true}
	op.body = params
	return call[CreatedAPIKey](ctx, s.transport, op, options)
}

// Revoke an API key.
//
// Revokes a key immediately and permanently.
//
// It needs the key of an organization.
func (s *APIKeysService) Revoke(ctx context.Context, keyID string, options ...RequestOption) (*APIKey, error) {
	op := operation{method: http.MethodPost, path: "/v1/api-keys/{}/revoke", args: []string{keyID}, mutating: true}
	return call[APIKey](ctx, s.transport, op, options)
}

// List approvals.
//
// Lists approvals, newest first. An agent key sees its own agent's.
func (s *ApprovalsService) List(ctx context.Context, params ApprovalsListParams, options ...RequestOption) iter.Seq2[*Approval, error] {
	return list(ctx, s.transport, s.listPages(params, options), options)
}

// ListPage returns one page of List.
func (s *ApprovalsService) ListPage(ctx context.Context, params ApprovalsListParams, options ...RequestOption) (*Page[Approval], error) {
	return listPage(ctx, s.transport, s.listPages(params, options), options)
}

func (s *ApprovalsService) listPages(params ApprovalsListParams, options []RequestOption) listing[Approval] {
	l := listing[Approval]{operation: operation{method: http.MethodGet, path: "/v1/approvals"}, noun: "approvals"}
	l.cursor = func(row *Approval) time.Time { return row.RequestedAt }
	l.setInt("limit", params.Limit)
	l.setTime("before", params.Before)
	l.setString("status", string(params.Status))
	l.setString("identity_id", cmp.Or(params.IdentityID, s.transport.scope(options)))
	return l
}

// Get an approval.
//
// Returns an approval with what will happen.
func (s *ApprovalsService) Get(ctx context.Context, approvalID string, options ...RequestOption) (*Approval, error) {
	op := operation{method: http.MethodGet, path: "/v1/approvals/{}", args: []string{approvalID}}
	return call[Approval](ctx, s.transport, op, options)
}

// Approve an action.
//
// Approves a held action, which takes effect with it, or fails.
//
// It needs the key of an organization. Errors: approval.changed, approval.closed, usage.storage_limit.
func (s *ApprovalsService) Approve(ctx context.Context, approvalID string, params ApprovalsApproveParams, options ...RequestOption) (*Approval, error) {
	op := operation{method: http.MethodPost, path: "/v1/approvals/{}/approve", args: []string{approvalID}, mutating: true}
	op.body = params
	return call[Approval](ctx, s.transport, op, options)
}

// Deny an action.
//
// Denies a held action.
//
// It needs the key of an organization. Errors: approval.closed.
func (s *ApprovalsService) Deny(ctx context.Context, approvalID string, params ApprovalsDenyParams, options ...RequestOption) (*Approval, error) {
	op := operation{method: http.MethodPost, path: "/v1/approvals/{}/deny", args: []string{approvalID}, mutating: true}
	op.body = params
	return call[Approval](ctx, s.transport, op, options)
}

// Get approval settings.
//
// Returns when actions of an agent or the organization are held.
//
// It needs the key of an organization.
func (s *ApprovalsSettingsService) Get(ctx context.Context, params ApprovalsSettingsGetParams, options ...RequestOption) (*ApprovalSettings, error) {
	op := operation{method: http.MethodGet, path: "/v1/approval-settings"}
	op.setString("identity_id", cmp.Or(params.IdentityID, s.transport.scope(options)))
	return call[ApprovalSettings](ctx, s.transport, op, options)
}

// Update: set approval settings.
//
// Sets when actions of an agent or the organization are held.
//
// It needs the key of an organization.
func (s *ApprovalsSettingsService) Update(ctx context.Context, params ApprovalsSettingsUpdateParams, options ...RequestOption) (*ApprovalSettings, error) {
	op := operation{method: http.MethodPut, path: "/v1/approval-settings", mutating: true}
	op.setString("identity_id", cmp.Or(params.IdentityID, s.transport.scope(options)))
	op.body = params
	return call[ApprovalSettings](ctx, s.transport, op, options)
}

// List audit.
//
// Lists who changed what in the organization, when and from where, newest first.
//
// It needs the key of an organization.
func (s *AuditService) List(ctx context.Context, params AuditListParams, options ...RequestOption) iter.Seq2[*AuditEntry, error] {
	return list(ctx, s.transport, s.listPages(params, options), options)
}

// ListPage returns one page of List.
func (s *AuditService) ListPage(ctx context.Context, params AuditListParams, options ...RequestOption) (*Page[AuditEntry], error) {
	return listPage(ctx, s.transport, s.listPages(params, options), options)
}

func (s *AuditService) listPages(params AuditListParams, options []RequestOption) listing[AuditEntry] {
	l := listing[AuditEntry]{operation: operation{method: http.MethodGet, path: "/v1/audit"}, noun: "entries"}
	l.cursor = func(row *AuditEntry) time.Time { return row.At }
	l.setInt("limit", params.Limit)
	l.setTime("before", params.Before)
	l.setString("actor", params.Actor)
	l.setString("action", params.Action)
	l.setString("target", params.Target)
	return l
}

// Claim an organization.
//
// Adds a login to an organization that has none: first a password, then the emailed code.
//
// It needs the key of an organization. Errors: auth.code_invalid, auth.code_expired, auth.code_exhausted,
// auth.already_claimed.
func (s *AuthService) Claim(ctx context.Context, params AuthClaimParams, options ...RequestOption) (*AuthClaimReply, error) {
	op := operation{method: http.MethodPost, path: "/v1/auth/claim", mutating: true}
	op.body = params
	return call[AuthClaimReply](ctx, s.transport, op, options)
}

// Join organization.
//
// Accepts an invitation with the emailed code, and creates the account of a new person.
//
// It needs no key. Errors: auth.code_invalid, auth.code_expired, auth.code_exhausted.
func (s *AuthService) Join(ctx context.Context, params AuthJoinParams, options ...RequestOption) (*JoinedOrganization, error) {
	op := operation{method: http.MethodPost, path: "/v1/auth/invitation", mutating: true}
	op.body = params
	return call[JoinedOrganization](ctx, s.transport, op, options)
}

// Login: log in.
//
// Exchanges an email address and password for a token that is valid for twelve hours.
//
// It needs no key. Errors: auth.invalid_credentials, auth.second_factor_required.
func (s *AuthService) Login(ctx context.Context, params AuthLoginParams, options ...RequestOption) (*LoggedIn, error) {
	op := operation{method: http.MethodPost, path: "/v1/auth/login", mutating: true}
	op.body = params
	return call[LoggedIn](ctx, s.transport, op, options)
}

// Logout: log out.
//
// Ends the session of a login token, or all sessions of the person.
//
// It needs the key of an organization.
func (s *AuthService) Logout(ctx context.Context, params AuthLogoutParams, options ...RequestOption) error {
	op := operation{method: http.MethodPost, path: "/v1/auth/logout", mutating: true}
	op.body = params
	return exec(ctx, s.transport, op, options)
}

// ChangePassword: change the password.
//
// Changes the password of the person who is logged in, and ends the other sessions.
//
// It needs the key of an organization. Errors: auth.invalid_credentials.
func (s *AuthService) ChangePassword(ctx context.Context, params AuthChangePasswordParams, options ...RequestOption) error {
	op := operation{method: http.MethodPost, path: "/v1/auth/password", mutating: true}
	op.body = params
	return exec(ctx, s.transport, op, options)
}

// RequestPasswordReset: request a password reset.
//
// Emails a code for a new password, if the address has an account.
//
// It needs no key.
func (s *AuthService) RequestPasswordReset(ctx context.Context, params AuthRequestPasswordResetParams, options ...RequestOption) (*VerificationRequired, error) {
	op := operation{method: http.MethodPost, path: "/v1/auth/password/reset", mutating: true}
	op.body = params
	return call[VerificationRequired](ctx, s.transport, op, options)
}

// ResetPassword: reset the password.
//
// Sets a new password with the emailed code, and ends all sessions.
//
// It needs no key. Errors: auth.code_invalid, auth.code_expired, auth.code_exhausted.
func (s *AuthService) ResetPassword(ctx context.Context, params AuthResetPasswordParams, options ...RequestOption) error {
	op := operation{method: http.MethodPost, path: "/v1/auth/password/reset/verify", mutating: true}
	op.body = params
	return exec(ctx, s.transport, op, options)
}

// Signup: sign up.
//
// Emails a code to a new owner. Nothing is created yet.
//
// It needs no key.
func (s *AuthService) Signup(ctx context.Context, params AuthSignupParams, options ...RequestOption) (*VerificationRequired, error) {
	op := operation{method: http.MethodPost, path: "/v1/auth/signup", mutating: true}
	op.body = params
	return call[VerificationRequired](ctx, s.transport, op, options)
}

// Resend a code.
//
// Emails another code for a signup, which replaces the earlier one, or a code that lifts a login limit.
//
// It needs no key.
func (s *AuthService) Resend(ctx context.Context, params AuthResendParams, options ...RequestOption) (*VerificationRequired, error) {
	op := operation{method: http.MethodPost, path: "/v1/auth/signup/resend", mutating: true}
	op.body = params
	return call[VerificationRequired](ctx, s.transport, op, options)
}

// VerifySignup: verify a signup.
//
// Creates the account, the organization and its first org key.
//
// It needs no key. Errors: auth.code_invalid, auth.code_expired, auth.code_exhausted, organization.slug_taken,
// auth.already_claimed.
func (s *AuthService) VerifySignup(ctx context.Context, params AuthVerifySignupParams, options ...RequestOption) (*SignedUp, error) {
	op := operation{method: http.MethodPost, path: "/v1/auth/signup/verify", mutating: true}
	op.body = params
	return call[SignedUp](ctx, s.transport, op, options)
}

// Token: exchange a token.
//
// Exchanges a token of a trusted issuer for a key of an agent, for 15 minutes at most (RFC 8693).
//
// It needs no key. Errors: auth.token_refused.
func (s *AuthService) Token(ctx context.Context, params AuthTokenParams, options ...RequestOption) (*ExchangedToken, error) {
	op := operation{method: http.MethodPost, path: "/v1/auth/token", mutating: true}
	op.body = params
	return call[ExchangedToken](ctx, s.transport, op, options)
}

// VerifyOwner: verify the owner.
//
// Verifies the owner with the emailed code, which raises the organization's limits.
//
// It needs the key of an organization. Errors: auth.code_invalid, auth.code_expired, auth.code_exhausted.
func (s *AuthService) VerifyOwner(ctx context.Context, params AuthVerifyOwnerParams, options ...RequestOption) (*OwnerVerified, error) {
	op := operation{method: http.MethodPost, path: "/v1/auth/verify", mutating: true}
	op.body = params
	return call[OwnerVerified](ctx, s.transport, op, options)
}

// List contact rules.
//
// Lists contact rules.
//
// It needs the key of an organization.
func (s *ContactRulesService) List(ctx context.Context, params ContactRulesListParams, options ...RequestOption) iter.Seq2[*ContactRule, error] {
	return list(ctx, s.transport, s.listPages(params, options), options)
}

// ListPage returns one page of List.
func (s *ContactRulesService) ListPage(ctx context.Context, params ContactRulesListParams, options ...RequestOption) (*Page[ContactRule], error) {
	return listPage(ctx, s.transport, s.listPages(params, options), options)
}

func (s *ContactRulesService) listPages(params ContactRulesListParams, options []RequestOption) listing[ContactRule] {
	l := listing[ContactRule]{operation: operation{method: http.MethodGet, path: "/v1/contact-rules"}, noun: "contact_rules"}
	l.cursor = func(row *ContactRule) time.Time { return row.CreatedAt }
	l.setInt("limit", params.Limit)
	l.setTime("before", params.Before)
	l.setString("identity_id", cmp.Or(params.IdentityID, s.transport.scope(options)))
	return l
}

// Create a contact rule.
//
// Allows or blocks an address or domain, for an agent or the whole organization.
//
// It needs the key of an organization. Errors: contact_rule.duplicate.
func (s *ContactRulesService) Create(ctx context.Context, params ContactRulesCreateParams, options ...RequestOption) (*ContactRule, error) {
	if params.IdentityID == "" {
		params.IdentityID = s.transport.scope(options)
	}
	op := operation{method: http.MethodPost, path: "/v1/contact-rules", mutating: true}
	op.body = params
	return call[ContactRule](ctx, s.transport, op, options)
}

// Delete a contact rule.
//
// Deletes a contact rule.
//
// It needs the key of an organization.
func (s *ContactRulesService) Delete(ctx context.Context, ruleID string, options ...RequestOption) error {
	op := operation{method: http.MethodDelete, path: "/v1/contact-rules/{}", args: []string{ruleID}, mutating: true}
	return exec(ctx, s.transport, op, options)
}

// Get contact settings.
//
// Returns the filter mode of an agent or the organization.
//
// It needs the key of an organization.
func (s *ContactRulesSettingsService) Get(ctx context.Context, params ContactRulesSettingsGetParams, options ...RequestOption) (*ContactSettings, error) {
	op := operation{method: http.MethodGet, path: "/v1/contact-rules/settings"}
	op.setString("identity_id", cmp.Or(params.IdentityID, s.transport.scope(options)))
	return call[ContactSettings](ctx, s.transport, op, options)
}

// Update: set contact settings.
//
// Sets the filter mode of an agent or the organization.
//
// It needs the key of an organization.
func (s *ContactRulesSettingsService) Update(ctx context.Context, params ContactRulesSettingsUpdateParams, options ...RequestOption) (*ContactSettings, error) {
	op := operation{method: http.MethodPut, path: "/v1/contact-rules/settings", mutating: true}
	op.setString("identity_id", cmp.Or(params.IdentityID, s.transport.scope(options)))
	op.body = params
	return call[ContactSettings](ctx, s.transport, op, options)
}

// List contacts.
//
// Lists contacts. An agent key sees its own agent's contacts and the shared ones.
func (s *ContactsService) List(ctx context.Context, params ContactsListParams, options ...RequestOption) iter.Seq2[*Contact, error] {
	return list(ctx, s.transport, s.listPages(params, options), options)
}

// ListPage returns one page of List.
func (s *ContactsService) ListPage(ctx context.Context, params ContactsListParams, options ...RequestOption) (*Page[Contact], error) {
	return listPage(ctx, s.transport, s.listPages(params, options), options)
}

func (s *ContactsService) listPages(params ContactsListParams, options []RequestOption) listing[Contact] {
	l := listing[Contact]{operation: operation{method: http.MethodGet, path: "/v1/contacts"}, noun: "contacts"}
	l.cursor = func(row *Contact) time.Time { return row.CreatedAt }
	l.setInt("limit", params.Limit)
	l.setTime("before", params.Before)
	l.setString("q", params.Q)
	l.setString("email", params.Email)
	return l
}

// Create a contact.
//
// Creates a contact. With an agent key, it belongs to that agent.
//
// Errors: usage.storage_limit.
func (s *ContactsService) Create(ctx context.Context, params ContactsCreateParams, options ...RequestOption) (*Contact, error) {
	if params.IdentityID == "" {
		params.IdentityID = s.transport.scope(options)
	}
	op := operation{method: http.MethodPost, path: "/v1/contacts", mutating: true}
	op.body = params
	return call[Contact](ctx, s.transport, op, options)
}

// Get a contact.
//
// Returns a contact.
func (s *ContactsService) Get(ctx context.Context, contactID string, options ...RequestOption) (*Contact, error) {
	op := operation{method: http.MethodGet, path: "/v1/contacts/{}", args: []string{contactID}}
	return call[Contact](ctx, s.transport, op, options)
}

// Update a contact.
//
// Changes the given fields of a contact.
//
// Errors: usage.storage_limit.
func (s *ContactsService) Update(ctx context.Context, contactID string, params ContactsUpdateParams, options ...RequestOption) (*Contact, error) {
	op := operation{method: http.MethodPatch, path: "/v1/contacts/{}", args: []string{contactID}, mutating: true}
	op.body = params
	return call[Contact](ctx, s.transport, op, options)
}

// Delete a contact.
//
// Deletes a contact.
func (s *ContactsService) Delete(ctx context.Context, contactID string, options ...RequestOption) error {
	op := operation{method: http.MethodDelete, path: "/v1/contacts/{}", args: []string{contactID}, mutating: true}
	return exec(ctx, s.transport, op, options)
}

// List domains.
//
// Lists the organization's mail domains.
//
// It needs the key of an organization.
func (s *DomainsService) List(ctx context.Context, params DomainsListParams, options ...RequestOption) iter.Seq2[*Domain, error] {
	return list(ctx, s.transport, s.listPages(params, options), options)
}

// ListPage returns one page of List.
func (s *DomainsService) ListPage(ctx context.Context, params DomainsListParams, options ...RequestOption) (*Page[Domain], error) {
	return listPage(ctx, s.transport, s.listPages(params, options), options)
}

func (s *DomainsService) listPages(params DomainsListParams, options []RequestOption) listing[Domain] {
	l := listing[Domain]{operation: operation{method: http.MethodGet, path: "/v1/domains"}, noun: "domains"}
	l.cursor = func(row *Domain) time.Time { return row.CreatedAt }
	l.setInt("limit", params.Limit)
	l.setTime("before", params.Before)
	return l
}

// Create a domain.
//
// Adds a mail domain and returns the DNS records to set up.
//
// It needs the key of an organization. Errors: domain.taken.
func (s *DomainsService) Create(ctx context.Context, params DomainsCreateParams, options ...RequestOption) (*Domain, error) {
	op := operation{method: http.MethodPost, path: "/v1/domains", mutating: true}
	op.body = params
	return call[Domain](ctx, s.transport, op, options)
}

// Get a domain.
//
// Returns a mail domain with the state of its records.
//
// It needs the key of an organization.
func (s *DomainsService) Get(ctx context.Context, domainID string, options ...RequestOption) (*Domain, error) {
	op := operation{method: http.MethodGet, path: "/v1/domains/{}", args: []string{domainID}}
	return call[Domain](ctx, s.transport, op, options)
}

// Delete a domain.
//
// Deletes a mail domain that has no mailboxes.
//
// It needs the key of an organization. Errors: domain.in_use.
func (s *DomainsService) Delete(ctx context.Context, domainID string, options ...RequestOption) error {
	op := operation{method: http.MethodDelete, path: "/v1/domains/{}", args: []string{domainID}, mutating: true}
	return exec(ctx, s.transport, op, options)
}

// Verify a domain.
//
// Checks the DNS records now, even those of a failed domain.
//
// It needs the key of an organization. Errors: domain.taken.
func (s *DomainsService) Verify(ctx context.Context, domainID string, options ...RequestOption) (*Domain, error) {
	op := operation{method: http.MethodPost, path: "/v1/domains/{}/verify", args: []string{domainID}, mutating: true}
	return call[Domain](ctx, s.transport, op, options)
}

// List events.
//
// Returns the event log: newest first, paging backwards, or oldest first with `since`.
func (s *EventsService) List(ctx context.Context, params EventsListParams, options ...RequestOption) iter.Seq2[*Event, error] {
	return list(ctx, s.transport, s.listPages(params, options), options)
}

// ListPage returns one page of List.
func (s *EventsService) ListPage(ctx context.Context, params EventsListParams, options ...RequestOption) (*Page[Event], error) {
	return listPage(ctx, s.transport, s.listPages(params, options), options)
}

func (s *EventsService) listPages(params EventsListParams, options []RequestOption) listing[Event] {
	l := listing[Event]{operation: operation{method: http.MethodGet, path: "/v1/events"}, noun: "events", forwards: "since"}
	l.cursor = func(row *Event) time.Time { return row.CreatedAt }
	l.setInt("limit", params.Limit)
	l.setTime("before", params.Before)
	l.setTime("since", params.Since)
	l.setString("type", string(params.Type))
	l.setString("identity_id", cmp.Or(params.IdentityID, s.transport.scope(options)))
	l.setString("aggregate_type", params.AggregateType)
	l.setString("aggregate_id", params.AggregateID)
	l.setString("thread_id", params.ThreadID)
	l.setBool("delivery_body", params.DeliveryBody)
	return l
}

// Replay an event.
//
// Redelivers an event to the endpoints that it matches. The log does not change.
func (s *EventsService) Replay(ctx context.Context, eventID string, options ...RequestOption) (*Replayed, error) {
	op := operation{method: http.MethodPost, path: "/v1/events/{}/replay", args: []string{eventID}, mutating: true}
	return call[Replayed](ctx, s.transport, op, options)
}

// Wait for an event.
//
// Waits for an event that matches all filters. A timeout is a success without an event.
func (s *EventsService) Wait(ctx context.Context, params EventsWaitParams, options ...RequestOption) (*WaitResult, error) {
	op := operation{method: http.MethodGet, path: "/v1/events/wait", waits: 55000 * time.Millisecond}
	op.setString("type", string(params.Type))
	op.setString("identity_id", cmp.Or(params.IdentityID, s.transport.scope(options)))
	op.setString("aggregate_type", params.AggregateType)
	op.setString("aggregate_id", params.AggregateID)
	op.setString("thread_id", params.ThreadID)
	op.setTime("since", params.Since)
	op.setMilliseconds("timeout_ms", params.Timeout)
	return call[WaitResult](ctx, s.transport, op, options)
}

// List streams.
//
// Lists the connected event streams, newest first. An agent key sees its own.
func (s *EventsStreamsService) List(ctx context.Context, options ...RequestOption) iter.Seq2[*Stream, error] {
	return list(ctx, s.transport, s.listPages(options), options)
}

// ListPage returns one page of List.
func (s *EventsStreamsService) ListPage(ctx context.Context, options ...RequestOption) (*Page[Stream], error) {
	return listPage(ctx, s.transport, s.listPages(options), options)
}

func (s *EventsStreamsService) listPages(options []RequestOption) listing[Stream] {
	l := listing[Stream]{operation: operation{method: http.MethodGet, path: "/v1/events/streams"}, noun: "streams"}
	return l
}

// Create a stream.
//
// Returns the address of a WebSocket that sends events as they are committed. It works once, within 60 s.
func (s *EventsStreamsService) Create(ctx context.Context, params EventsStreamsCreateParams, options ...RequestOption) (*CreatedStream, error) {
	if params.IdentityID == "" {
		params.IdentityID = s.transport.scope(options)
	}
	op := operation{method: http.MethodPost, path: "/v1/events/streams", mutating: true}
	op.body = params
	return call[CreatedStream](ctx, s.transport, op, options)
}

// Delete a stream.
//
// Closes an event stream, or cancels an unused ticket.
func (s *EventsStreamsService) Delete(ctx context.Context, streamID string, options ...RequestOption) error {
	op := operation{method: http.MethodDelete, path: "/v1/events/streams/{}", args: []string{streamID}, mutating: true}
	return exec(ctx, s.transport, op, options)
}

// List grants.
//
// Lists what people have allowed OAuth clients, newest first.
//
// It needs the key of an organization.
func (s *GrantsService) List(ctx context.Context, params GrantsListParams, options ...RequestOption) iter.Seq2[*Grant, error] {
	return list(ctx, s.transport, s.listPages(params, options), options)
}

// ListPage returns one page of List.
func (s *GrantsService) ListPage(ctx context.Context, params GrantsListParams, options ...RequestOption) (*Page[Grant], error) {
	return listPage(ctx, s.transport, s.listPages(params, options), options)
}

func (s *GrantsService) listPages(params GrantsListParams, options []RequestOption) listing[Grant] {
	l := listing[Grant]{operation: operation{method: http.MethodGet, path: "/v1/grants"}, noun: "grants"}
	l.cursor = func(row *Grant) time.Time { return row.CreatedAt }
	l.setInt("limit", params.Limit)
	l.setTime("before", params.Before)
	return l
}

// Get a grant.
//
// Returns a grant.
//
// It needs the key of an organization.
func (s *GrantsService) Get(ctx context.Context, grantID string, options ...RequestOption) (*Grant, error) {
	op := operation{method: http.MethodGet, path: "/v1/grants/{}", args: []string{grantID}}
	return call[Grant](ctx, s.transport, op, options)
}

// Revoke a grant.
//
// Revokes a grant with its tokens, immediately and permanently.
//
// It needs the key of an organization.
func (s *GrantsService) Revoke(ctx context.Context, grantID string, options ...RequestOption) error {
	op := operation{method: http.MethodDelete, path: "/v1/grants/{}", args: []string{grantID}, mutating: true}
	return exec(ctx, s.transport, op, options)
}

// List identities.
//
// Lists the organization's agents.
//
// It needs the key of an organization.
func (s *IdentitiesService) List(ctx context.Context, params IdentitiesListParams, options ...RequestOption) iter.Seq2[*Identity, error] {
	return list(ctx, s.transport, s.listPages(params, options), options)
}

// ListPage returns one page of List.
func (s *IdentitiesService) ListPage(ctx context.Context, params IdentitiesListParams, options ...RequestOption) (*Page[Identity], error) {
	return listPage(ctx, s.transport, s.listPages(params, options), options)
}

func (s *IdentitiesService) listPages(params IdentitiesListParams, options []RequestOption) listing[Identity] {
	l := listing[Identity]{operation: operation{method: http.MethodGet, path: "/v1/identities"}, noun: "identities"}
	l.cursor = func(row *Identity) time.Time { return row.CreatedAt }
	l.setInt("limit", params.Limit)
	l.setTime("before", params.Before)
	return l
}

// Create an identity.
//
// Creates an agent and its mailbox.
//
// It needs the key of an organization. Errors: identity.handle_taken, mailbox.taken, usage.agent_limit.
func (s *IdentitiesService) Create(ctx context.Context, params IdentitiesCreateParams, options ...RequestOption) (*Identity, error) {
	op := operation{method: http.MethodPost, path: "/v1/identities", mutating: true}
	op.body = params
	return call[Identity](ctx, s.transport, op, options)
}

// Get an identity.
//
// Returns an agent. An agent key can read its own.
func (s *IdentitiesService) Get(ctx context.Context, agentID string, options ...RequestOption) (*Identity, error) {
	op := operation{method: http.MethodGet, path: "/v1/identities/{}", args: []string{agentID}}
	return call[Identity](ctx, s.transport, op, options)
}

// Reinstate an identity.
//
// Reinstates a suspended agent.
//
// It needs the key of an organization.
func (s *IdentitiesService) Reinstate(ctx context.Context, agentID string, options ...RequestOption) (*Identity, error) {
	op := operation{method: http.MethodPost, path: "/v1/identities/{}/reinstate", args: []string{agentID}, mutating: true}
	return call[Identity](ctx, s.transport, op, options)
}

// Suspend an identity.
//
// Suspends an agent. Its keys are refused; its mail is still stored.
//
// It needs the key of an organization.
func (s *IdentitiesService) Suspend(ctx context.Context, agentID string, params IdentitiesSuspendParams, options ...RequestOption) (*Identity, error) {
	op := operation{method: http.MethodPost, path: "/v1/identities/{}/suspend", args: []string{agentID}, mutating: true}
	op.body = params
	return call[Identity](ctx, s.transport, op, options)
}

// Create an identity token.
//
// Issues a short-lived token that proves to another service which agent it is.
//
// Errors: identity_token.audience.
func (s *IdentityTokensService) Create(ctx context.Context, params IdentityTokensCreateParams, options ...RequestOption) (*IdentityToken, error) {
	op := operation{method: http.MethodPost, path: "/v1/identities/{identity}/tokens", mutating: true}
	op.body = params
	return call[IdentityToken](ctx, s.transport, op, options)
}

// Get identity token settings.
//
// Returns the audiences for which agents get identity tokens.
//
// It needs the key of an organization.
func (s *IdentityTokensSettingsService) Get(ctx context.Context, options ...RequestOption) (*IdentityTokenSettings, error) {
	op := operation{method: http.MethodGet, path: "/v1/identity-tokens/settings"}
	return call[IdentityTokenSettings](ctx, s.transport, op, options)
}

// Update: set identity token settings.
//
// Sets the audiences for which agents get identity tokens. No others are allowed.
//
// It needs the key of an organization.
func (s *IdentityTokensSettingsService) Update(ctx context.Context, params IdentityTokensSettingsUpdateParams, options ...RequestOption) (*IdentityTokenSettings, error) {
	op := operation{method: http.MethodPut, path: "/v1/identity-tokens/settings", mutating: true}
	op.body = params
	return call[IdentityTokenSettings](ctx, s.transport, op, options)
}

// Folders: get mail folders.
//
// Counts the unread messages of each folder, among 1,000 messages at a time.
func (s *MailService) Folders(ctx context.Context, params MailFoldersParams, options ...RequestOption) (*MailFolders, error) {
	op := operation{method: http.MethodGet, path: "/v1/identities/{identity}/mail/folders"}
	op.setTime("before", params.Before)
	return call[MailFolders](ctx, s.transport, op, options)
}

// UpdateMessages: update messages.
//
// Changes up to 100 messages in the same way. Returns the outcome of each.
func (s *MailService) UpdateMessages(ctx context.Context, params MailUpdateMessagesParams, options ...RequestOption) (*UpdatedMessages, error) {
	op := operation{method: http.MethodPatch, path: "/v1/identities/{identity}/mail/messages", mutating: true}
	op.body = params
	return call[UpdatedMessages](ctx, s.transport, op, options)
}

// Forward a message.
//
// Forwards a message with its attachments. Events report the outcome.
//
// Errors: contact_rule.recipient_blocked, mail.recipient_suppressed, mail.virus_found, mail.loop_suspected,
// usage.email_limit, usage.storage_limit.
func (s *MailService) Forward(ctx context.Context, messageID string, params MailForwardParams, options ...RequestOption) (*SentMail, error) {
	op := operation{method: http.MethodPost, path: "/v1/identities/{identity}/mail/messages/{}/forward", args: []string{messageID}, mutating: true}
	op.body = params
	return call[SentMail](ctx, s.transport, op, options)
}

// MarkRead: mark messages read.
//
// Marks all messages of a folder or a conversation as read, up to 1,000 at a time.
func (s *MailService) MarkRead(ctx context.Context, params MailMarkReadParams, options ...RequestOption) (*MarkedRead, error) {
	op := operation{method: http.MethodPost, path: "/v1/identities/{identity}/mail/read", mutating: true}
	op.body = params
	return call[MarkedRead](ctx, s.transport, op, options)
}

// Send mail.
//
// Queues a message. Events report its outcome.
//
// Errors: contact_rule.recipient_blocked, mail.recipient_suppressed, mail.loop_suspected, usage.email_limit,
// usage.storage_limit.
func (s *MailService) Send(ctx context.Context, params MailSendParams, options ...RequestOption) (*SentMail, error) {
	op := operation{method: http.MethodPost, path: "/v1/identities/{identity}/mail/send", mutating: true}
	op.body = params
	return call[SentMail](ctx, s.transport, op, options)
}

// List drafts.
//
// Lists an agent's drafts, newest first.
func (s *MailDraftsService) List(ctx context.Context, params MailDraftsListParams, options ...RequestOption) iter.Seq2[*MailDraft, error] {
	return list(ctx, s.transport, s.listPages(params, options), options)
}

// ListPage returns one page of List.
func (s *MailDraftsService) ListPage(ctx context.Context, params MailDraftsListParams, options ...RequestOption) (*Page[MailDraft], error) {
	return listPage(ctx, s.transport, s.listPages(params, options), options)
}

func (s *MailDraftsService) listPages(params MailDraftsListParams, options []RequestOption) listing[MailDraft] {
	l := listing[MailDraft]{operation: operation{method: http.MethodGet, path: "/v1/identities/{identity}/mail/drafts"}, noun: "drafts"}
	l.cursor = func(row *MailDraft) time.Time { return row.CreatedAt }
	l.setInt("limit", params.Limit)
	l.setTime("before", params.Before)
	return l
}

// Create a draft.
//
// Saves a draft. With `send_at` it is sent at that time.
//
// Errors: usage.storage_limit.
func (s *MailDraftsService) Create(ctx context.Context, params MailDraftsCreateParams, options ...RequestOption) (*FullMailDraft, error) {
	op := operation{method: http.MethodPost, path: "/v1/identities/{identity}/mail/drafts", mutating: true}
	op.body = params
	return call[FullMailDraft](ctx, s.transport, op, options)
}

// Get a draft.
//
// Returns a draft with its text.
func (s *MailDraftsService) Get(ctx context.Context, draftID string, options ...RequestOption) (*FullMailDraft, error) {
	op := operation{method: http.MethodGet, path: "/v1/identities/{identity}/mail/drafts/{}", args: []string{draftID}}
	return call[FullMailDraft](ctx, s.transport, op, options)
}

// Update a draft.
//
// Changes a draft, or when it is sent.
//
// Errors: mail.draft_closed, usage.storage_limit.
func (s *MailDraftsService) Update(ctx context.Context, draftID string, params MailDraftsUpdateParams, options ...RequestOption) (*FullMailDraft, error) {
	op := operation{method: http.MethodPatch, path: "/v1/identities/{identity}/mail/drafts/{}", args: []string{draftID}, mutating: true}
	op.body = params
	return call[FullMailDraft](ctx, s.transport, op, options)
}

// Delete a draft.
//
// Cancels a draft: it is not sent, and its text and files are deleted.
//
// Errors: mail.draft_closed.
func (s *MailDraftsService) Delete(ctx context.Context, draftID string, options ...RequestOption) error {
	op := operation{method: http.MethodDelete, path: "/v1/identities/{identity}/mail/drafts/{}", args: []string{draftID}, mutating: true}
	return exec(ctx, s.transport, op, options)
}

// Send a draft.
//
// Sends a draft now, once: later calls return the same message.
//
// Errors: mail.draft_closed, contact_rule.recipient_blocked, mail.recipient_suppressed, mail.loop_suspected,
// usage.email_limit, usage.storage_limit.
func (s *MailDraftsService) Send(ctx context.Context, draftID string, options ...RequestOption) (*SentMail, error) {
	op := operation{method: http.MethodPost, path: "/v1/identities/{identity}/mail/drafts/{}/send", args: []string{draftID}, mutating: true}
	return call[SentMail](ctx, s.transport, op, options)
}

// List mailboxes.
//
// Lists an agent's mailboxes.
//
// It needs the key of an organization.
func (s *MailMailboxesService) List(ctx context.Context, params MailMailboxesListParams, options ...RequestOption) iter.Seq2[*Mailbox, error] {
	return list(ctx, s.transport, s.listPages(params, options), options)
}

// ListPage returns one page of List.
func (s *MailMailboxesService) ListPage(ctx context.Context, params MailMailboxesListParams, options ...RequestOption) (*Page[Mailbox], error) {
	return listPage(ctx, s.transport, s.listPages(params, options), options)
}

func (s *MailMailboxesService) listPages(params MailMailboxesListParams, options []RequestOption) listing[Mailbox] {
	l := listing[Mailbox]{operation: operation{method: http.MethodGet, path: "/v1/identities/{identity}/mailboxes"}, noun: "mailboxes"}
	l.cursor = func(row *Mailbox) time.Time { return row.CreatedAt }
	l.setInt("limit", params.Limit)
	l.setTime("before", params.Before)
	return l
}

// Create a mailbox.
//
// Gives an agent another address, on the service's domain or a verified one.
//
// It needs the key of an organization. Errors: mailbox.taken.
func (s *MailMailboxesService) Create(ctx context.Context, params MailMailboxesCreateParams, options ...RequestOption) (*Mailbox, error) {
	op := operation{method: http.MethodPost, path: "/v1/identities/{identity}/mailboxes", mutating: true}
	op.body = params
	return call[Mailbox](ctx, s.transport, op, options)
}

// Delete a mailbox.
//
// Deletes a mailbox that is not the default one. Its messages are kept.
//
// It needs the key of an organization.
func (s *MailMailboxesService) Delete(ctx context.Context, mailboxID string, options ...RequestOption) error {
	op := operation{method: http.MethodDelete, path: "/v1/identities/{identity}/mailboxes/{}", args: []string{mailboxID}, mutating: true}
	return exec(ctx, s.transport, op, options)
}

// List messages.
//
// Lists an agent's messages, newest first.
func (s *MailMessagesService) List(ctx context.Context, params MailMessagesListParams, options ...RequestOption) iter.Seq2[*Message, error] {
	return list(ctx, s.transport, s.listPages(params, options), options)
}

// ListPage returns one page of List.
func (s *MailMessagesService) ListPage(ctx context.Context, params MailMessagesListParams, options ...RequestOption) (*Page[Message], error) {
	return listPage(ctx, s.transport, s.listPages(params, options), options)
}

func (s *MailMessagesService) listPages(params MailMessagesListParams, options []RequestOption) listing[Message] {
	l := listing[Message]{operation: operation{method: http.MethodGet, path: "/v1/identities/{identity}/mail/messages"}, noun: "messages"}
	l.cursor = func(row *Message) time.Time { return row.CreatedAt }
	l.setInt("limit", params.Limit)
	l.setTime("before", params.Before)
	l.setString("thread_id", params.ThreadID)
	l.setString("direction", string(params.Direction))
	l.setString("folder", string(params.Folder))
	l.setString("from", params.From)
	l.setBool("is_read", params.IsRead)
	l.setString("label", params.Label)
	l.setString("q", params.Q)
	return l
}

// Get a message.
//
// Returns a message with its text and headers.
func (s *MailMessagesService) Get(ctx context.Context, messageID string, options ...RequestOption) (*FullMessage, error) {
	op := operation{method: http.MethodGet, path: "/v1/identities/{identity}/mail/messages/{}", args: []string{messageID}}
	return call[FullMessage](ctx, s.transport, op, options)
}

// Update a message.
//
// Marks a message as read or unread, moves it to a folder, or changes its labels.
func (s *MailMessagesService) Update(ctx context.Context, messageID string, params MailMessagesUpdateParams, options ...RequestOption) (*Message, error) {
	op := operation{method: http.MethodPatch, path: "/v1/identities/{identity}/mail/messages/{}", args: []string{messageID}, mutating: true}
	op.body = params
	return call[Message](ctx, s.transport, op, options)
}

// Attachment: get an attachment.
//
// Returns a download link to an attachment.
func (s *MailMessagesService) Attachment(ctx context.Context, messageID string, attachmentID string, options ...RequestOption) (*AttachmentLink, error) {
	op := operation{method: http.MethodGet, path: "/v1/identities/{identity}/mail/messages/{}/attachments/{}", args: []string{messageID, attachmentID}}
	return call[AttachmentLink](ctx, s.transport, op, options)
}

// AttachmentText: get an attachment text.
//
// Returns the text of an attachment: a PDF, a Word document, a calendar file, an email, HTML or text.
//
// Errors: attachment.no_text.
func (s *MailMessagesService) AttachmentText(ctx context.Context, messageID string, attachmentID string, options ...RequestOption) (*AttachmentText, error) {
	op := operation{method: http.MethodGet, path: "/v1/identities/{identity}/mail/messages/{}/attachments/{}/text", args: []string{messageID, attachmentID}}
	return call[AttachmentText](ctx, s.transport, op, options)
}

// Raw: get a raw message.
//
// Returns a download link to the raw mail of a message, byte for byte as received or sent.
func (s *MailMessagesService) Raw(ctx context.Context, messageID string, options ...RequestOption) (*RawMessage, error) {
	op := operation{method: http.MethodGet, path: "/v1/identities/{identity}/mail/messages/{}/raw", args: []string{messageID}}
	return call[RawMessage](ctx, s.transport, op, options)
}

// List threads.
//
// Lists an agent's conversations, newest first.
func (s *MailThreadsService) List(ctx context.Context, params MailThreadsListParams, options ...RequestOption) iter.Seq2[*Thread, error] {
	return list(ctx, s.transport, s.listPages(params, options), options)
}

// ListPage returns one page of List.
func (s *MailThreadsService) ListPage(ctx context.Context, params MailThreadsListParams, options ...RequestOption) (*Page[Thread], error) {
	return listPage(ctx, s.transport, s.listPages(params, options), options)
}

func (s *MailThreadsService) listPages(params MailThreadsListParams, options []RequestOption) listing[Thread] {
	l := listing[Thread]{operation: operation{method: http.MethodGet, path: "/v1/identities/{identity}/mail/threads"}, noun: "threads"}
	l.cursor = func(row *Thread) time.Time { return row.CreatedAt }
	l.setInt("limit", params.Limit)
	l.setTime("before", params.Before)
	l.setString("label", params.Label)
	return l
}

// Get a thread.
//
// Returns a conversation with its messages, oldest first.
func (s *MailThreadsService) Get(ctx context.Context, threadID string, params MailThreadsGetParams, options ...RequestOption) (*FullThread, error) {
	op := operation{method: http.MethodGet, path: "/v1/identities/{identity}/mail/threads/{}", args: []string{threadID}}
	op.setString("include", string(params.Include))
	return call[FullThread](ctx, s.transport, op, options)
}

// List members.
//
// Lists the people of the organization and those who are invited, newest first.
//
// It needs the key of an organization.
func (s *MembersService) List(ctx context.Context, params MembersListParams, options ...RequestOption) iter.Seq2[*Member, error] {
	return list(ctx, s.transport, s.listPages(params, options), options)
}

// ListPage returns one page of List.
func (s *MembersService) ListPage(ctx context.Context, params MembersListParams, options ...RequestOption) (*Page[Member], error) {
	return listPage(ctx, s.transport, s.listPages(params, options), options)
}

func (s *MembersService) listPages(params MembersListParams, options []RequestOption) listing[Member] {
	l := listing[Member]{operation: operation{method: http.MethodGet, path: "/v1/members"}, noun: "members"}
	l.cursor = func(row *Member) time.Time { return row.CreatedAt }
	l.setInt("limit", params.Limit)
	l.setTime("before", params.Before)
	return l
}

// Create member.
//
// Invites a person by email, or invites once more with another code.
//
// It needs the key of an organization. Errors: member.duplicate, member.limit_reached.
func (s *MembersService) Create(ctx context.Context, params MembersCreateParams, options ...RequestOption) (*Member, error) {
	op := operation{method: http.MethodPost, path: "/v1/members", mutating: true}
	op.body = params
	return call[Member](ctx, s.transport, op, options)
}

// Update member.
//
// Changes the role of a member, effective for the next request.
//
// It needs the key of an organization. Errors: member.last_owner.
func (s *MembersService) Update(ctx context.Context, memberID string, params MembersUpdateParams, options ...RequestOption) (*Member, error) {
	op := operation{method: http.MethodPatch, path: "/v1/members/{}", args: []string{memberID}, mutating: true}
	op.body = params
	return call[Member](ctx, s.transport, op, options)
}

// Delete member.
//
// Removes a member with the sessions and grants in the organization, or withdraws an invitation.
//
// It needs the key of an organization. Errors: member.last_owner.
func (s *MembersService) Delete(ctx context.Context, memberID string, options ...RequestOption) error {
	op := operation{method: http.MethodDelete, path: "/v1/members/{}", args: []string{memberID}, mutating: true}
	return exec(ctx, s.transport, op, options)
}

// Get member settings.
//
// Returns what the organization requires of its members.
//
// It needs the key of an organization.
func (s *MembersSettingsService) Get(ctx context.Context, options ...RequestOption) (*MemberSettings, error) {
	op := operation{method: http.MethodGet, path: "/v1/members/settings"}
	return call[MemberSettings](ctx, s.transport, op, options)
}

// Update: set member settings.
//
// Requires a second factor of all members, or no longer.
//
// It needs the key of an organization.
func (s *MembersSettingsService) Update(ctx context.Context, params MembersSettingsUpdateParams, options ...RequestOption) (*MemberSettings, error) {
	op := operation{method: http.MethodPut, path: "/v1/members/settings", mutating: true}
	op.body = params
	return call[MemberSettings](ctx, s.transport, op, options)
}

// List all messages.
//
// Lists the messages of all agents of the organization, newest first.
//
// It needs the key of an organization.
func (s *MessagesService) List(ctx context.Context, params MessagesListParams, options ...RequestOption) iter.Seq2[*Message, error] {
	return list(ctx, s.transport, s.listPages(params, options), options)
}

// ListPage returns one page of List.
func (s *MessagesService) ListPage(ctx context.Context, params MessagesListParams, options ...RequestOption) (*Page[Message], error) {
	return listPage(ctx, s.transport, s.listPages(params, options), options)
}

func (s *MessagesService) listPages(params MessagesListParams, options []RequestOption) listing[Message] {
	l := listing[Message]{operation: operation{method: http.MethodGet, path: "/v1/messages"}, noun: "messages"}
	l.cursor = func(row *Message) time.Time { return row.CreatedAt }
	l.setInt("limit", params.Limit)
	l.setTime("before", params.Before)
	l.setString("direction", string(params.Direction))
	l.setString("folder", string(params.Folder))
	l.setString("from", params.From)
	l.setBool("is_read", params.IsRead)
	l.setString("label", params.Label)
	l.setString("q", params.Q)
	return l
}

// Create an organization.
//
// Creates an organization and its first org key.
//
// It needs no key. Errors: organization.slug_taken.
func (s *OrganizationsService) Create(ctx context.Context, params OrganizationsCreateParams, options ...RequestOption) (*CreatedOrganization, error) {
	op := operation{method: http.MethodPost, path: "/v1/organizations", mutating: true}
	op.body = params
	return call[CreatedOrganization](ctx, s.transport, op, options)
}

// List provider accounts.
//
// Lists provider accounts without credentials.
//
// It needs the key of an organization.
func (s *ProviderAccountsService) List(ctx context.Context, params ProviderAccountsListParams, options ...RequestOption) iter.Seq2[*ProviderAccount, error] {
	return list(ctx, s.transport, s.listPages(params, options), options)
}

// ListPage returns one page of List.
func (s *ProviderAccountsService) ListPage(ctx context.Context, params ProviderAccountsListParams, options ...RequestOption) (*Page[ProviderAccount], error) {
	return listPage(ctx, s.transport, s.listPages(params, options), options)
}

func (s *ProviderAccountsService) listPages(params ProviderAccountsListParams, options []RequestOption) listing[ProviderAccount] {
	l := listing[ProviderAccount]{operation: operation{method: http.MethodGet, path: "/v1/provider-accounts"}, noun: "provider_accounts"}
	l.cursor = func(row *ProviderAccount) time.Time { return row.CreatedAt }
	l.setInt("limit", params.Limit)
	l.setTime("before", params.Before)
	return l
}

// Create a provider account.
//
// Adds an account with a mail provider and checks it. `status` is the result.
//
// It needs the key of an organization.
func (s *ProviderAccountsService) Create(ctx context.Context, params ProviderAccountsCreateParams, options ...RequestOption) (*CreatedProviderAccount, error) {
	op := operation{method: http.MethodPost, path: "/v1/provider-accounts", mutating: true}
	op.body = params
	return call[CreatedProviderAccount](ctx, s.transport, op, options)
}

// Get a provider account.
//
// Returns a provider account without credentials.
//
// It needs the key of an organization.
func (s *ProviderAccountsService) Get(ctx context.Context, accountID string, options ...RequestOption) (*ProviderAccount, error) {
	op := operation{method: http.MethodGet, path: "/v1/provider-accounts/{}", args: []string{accountID}}
	return call[ProviderAccount](ctx, s.transport, op, options)
}

// Delete a provider account.
//
// Deletes a provider account. Without a default account, the service's own SES sends the mail.
//
// It needs the key of an organization.
func (s *ProviderAccountsService) Delete(ctx context.Context, accountID string, options ...RequestOption) error {
	op := operation{method: http.MethodDelete, path: "/v1/provider-accounts/{}", args: []string{accountID}, mutating: true}
	return exec(ctx, s.transport, op, options)
}

// Verify a provider account.
//
// Checks a provider account again.
//
// It needs the key of an organization.
func (s *ProviderAccountsService) Verify(ctx context.Context, accountID string, options ...RequestOption) (*ProviderAccount, error) {
	op := operation{method: http.MethodPost, path: "/v1/provider-accounts/{}/verify", args: []string{accountID}, mutating: true}
	return call[ProviderAccount](ctx, s.transport, op, options)
}

// Create TOTP.
//
// Makes a secret for an authenticator app. A code of the app activates it.
//
// It needs the key of an organization. Errors: auth.second_factor_active.
func (s *SecondFactorService) Create(ctx context.Context, options ...RequestOption) (*SecondFactorSecret, error) {
	op := operation{method: http.MethodPost, path: "/v1/auth/totp", mutating: true}
	return call[SecondFactorSecret](ctx, s.transport, op, options)
}

// Verify TOTP.
//
// Activates the second factor with a code of the app. Logins need a code from then on.
//
// It needs the key of an organization. Errors: auth.code_invalid, auth.second_factor_active.
func (s *SecondFactorService) Verify(ctx context.Context, params SecondFactorVerifyParams, options ...RequestOption) (*SecondFactor, error) {
	op := operation{method: http.MethodPost, path: "/v1/auth/totp/verify", mutating: true}
	op.body = params
	return call[SecondFactor](ctx, s.transport, op, options)
}

// List sessions.
//
// Lists where the person is logged in, in every organization, newest first.
//
// It needs the key of an organization.
func (s *SessionsService) List(ctx context.Context, params SessionsListParams, options ...RequestOption) iter.Seq2[*Session, error] {
	return list(ctx, s.transport, s.listPages(params, options), options)
}

// ListPage returns one page of List.
func (s *SessionsService) ListPage(ctx context.Context, params SessionsListParams, options ...RequestOption) (*Page[Session], error) {
	return listPage(ctx, s.transport, s.listPages(params, options), options)
}

func (s *SessionsService) listPages(params SessionsListParams, options []RequestOption) listing[Session] {
	l := listing[Session]{operation: operation{method: http.MethodGet, path: "/v1/auth/sessions"}, noun: "sessions"}
	l.cursor = func(row *Session) time.Time { return row.CreatedAt }
	l.setInt("limit", params.Limit)
	l.setTime("before", params.Before)
	return l
}

// Revoke a session.
//
// Ends a session of the person immediately, with its event streams.
//
// It needs the key of an organization.
func (s *SessionsService) Revoke(ctx context.Context, sessionID string, options ...RequestOption) error {
	op := operation{method: http.MethodDelete, path: "/v1/auth/sessions/{}", args: []string{sessionID}, mutating: true}
	return exec(ctx, s.transport, op, options)
}

// List tasks.
//
// Lists tasks, newest first. An agent key sees its own agent's.
func (s *TasksService) List(ctx context.Context, params TasksListParams, options ...RequestOption) iter.Seq2[*Task, error] {
	return list(ctx, s.transport, s.listPages(params, options), options)
}

// ListPage returns one page of List.
func (s *TasksService) ListPage(ctx context.Context, params TasksListParams, options ...RequestOption) (*Page[Task], error) {
	return listPage(ctx, s.transport, s.listPages(params, options), options)
}

func (s *TasksService) listPages(params TasksListParams, options []RequestOption) listing[Task] {
	l := listing[Task]{operation: operation{method: http.MethodGet, path: "/v1/a2a/tasks"}, noun: "tasks"}
	l.cursor = func(row *Task) time.Time { return row.CreatedAt }
	l.setString("direction", string(params.Direction))
	l.setString("state", string(params.State))
	l.setString("context_id", params.ContextID)
	l.setInt("limit", params.Limit)
	l.setTime("before", params.Before)
	return l
}

// Create a task.
//
// Sends a task to another agent.
//
// It needs the key of an agent. Errors: usage.storage_limit.
func (s *TasksService) Create(ctx context.Context, params TasksCreateParams, options ...RequestOption) (*Task, error) {
	op := operation{method: http.MethodPost, path: "/v1/a2a/tasks", mutating: true}
	op.body = params
	return call[Task](ctx, s.transport, op, options)
}

// Get a task.
//
// Returns a task. Only its two agents and their organizations can read it.
func (s *TasksService) Get(ctx context.Context, taskID string, params TasksGetParams, options ...RequestOption) (*Task, error) {
	op := operation{method: http.MethodGet, path: "/v1/a2a/tasks/{}", args: []string{taskID}}
	op.setTime("messages_before", params.MessagesBefore)
	return call[Task](ctx, s.transport, op, options)
}

// Cancel a task.
//
// Cancels a task, with the caller's key.
//
// It needs the key of an agent. Errors: a2a.task_terminal.
func (s *TasksService) Cancel(ctx context.Context, taskID string, params TasksCancelParams, options ...RequestOption) (*Task, error) {
	op := operation{method: http.MethodPost, path: "/v1/a2a/tasks/{}/cancel", args: []string{taskID}, mutating: true}
	op.body = params
	return call[Task](ctx, s.transport, op, options)
}

// Claim a task.
//
// Claims a task for a worker, or renews its claim, with the worker's key.
//
// It needs the key of an agent. Errors: a2a.task_terminal, a2a.task_waiting, a2a.task_claimed.
func (s *TasksService) Claim(ctx context.Context, taskID string, params TasksClaimParams, options ...RequestOption) (*TaskClaim, error) {
	op := operation{method: http.MethodPost, path: "/v1/a2a/tasks/{}/claim", args: []string{taskID}, mutating: true}
	op.body = params
	return call[TaskClaim](ctx, s.transport, op, options)
}

// Message: add a task message.
//
// Adds a message to a task, with the caller's key.
//
// It needs the key of an agent. Errors: a2a.task_terminal, usage.storage_limit.
func (s *TasksService) Message(ctx context.Context, taskID string, params TasksMessageParams, options ...RequestOption) (*Task, error) {
	op := operation{method: http.MethodPost, path: "/v1/a2a/tasks/{}/messages", args: []string{taskID}, mutating: true}
	op.body = params
	return call[Task](ctx, s.transport, op, options)
}

// Reply to a task.
//
// Replies to a task and sets its state, with the worker's key.
//
// It needs the key of an agent. Errors: a2a.task_terminal, a2a.task_claimed, usage.storage_limit.
func (s *TasksService) Reply(ctx context.Context, taskID string, params TasksReplyParams, options ...RequestOption) (*Task, error) {
	op := operation{method: http.MethodPost, path: "/v1/a2a/tasks/{}/reply", args: []string{taskID}, mutating: true}
	op.body = params
	return call[Task](ctx, s.transport, op, options)
}

// List trusted issuers.
//
// Lists the trusted issuers with their rules.
//
// It needs the key of an organization.
func (s *TrustedIssuersService) List(ctx context.Context, params TrustedIssuersListParams, options ...RequestOption) iter.Seq2[*TrustedIssuer, error] {
	return list(ctx, s.transport, s.listPages(params, options), options)
}

// ListPage returns one page of List.
func (s *TrustedIssuersService) ListPage(ctx context.Context, params TrustedIssuersListParams, options ...RequestOption) (*Page[TrustedIssuer], error) {
	return listPage(ctx, s.transport, s.listPages(params, options), options)
}

func (s *TrustedIssuersService) listPages(params TrustedIssuersListParams, options []RequestOption) listing[TrustedIssuer] {
	l := listing[TrustedIssuer]{operation: operation{method: http.MethodGet, path: "/v1/trusted-issuers"}, noun: "trusted_issuers"}
	l.cursor = func(row *TrustedIssuer) time.Time { return row.CreatedAt }
	l.setInt("limit", params.Limit)
	l.setTime("before", params.Before)
	return l
}

// Create a trusted issuer.
//
// Trusts an issuer: workloads with a token that fulfils a rule get a key of an agent.
//
// It needs the key of an organization. Errors: trusted_issuer.duplicate, trusted_issuer.limit_reached.
func (s *TrustedIssuersService) Create(ctx context.Context, params TrustedIssuersCreateParams, options ...RequestOption) (*TrustedIssuer, error) {
	op := operation{method: http.MethodPost, path: "/v1/trusted-issuers", mutating: true}
	op.body = params
	return call[TrustedIssuer](ctx, s.transport, op, options)
}

// Delete a trusted issuer.
//
// Stops trusting an issuer. The keys that its tokens got end at once.
//
// It needs the key of an organization.
func (s *TrustedIssuersService) Delete(ctx context.Context, trustedIssuerID string, options ...RequestOption) error {
	op := operation{method: http.MethodDelete, path: "/v1/trusted-issuers/{}", args: []string{trustedIssuerID}, mutating: true}
	return exec(ctx, s.transport, op, options)
}

// List tunnels.
//
// Lists tunnels, except deleted ones. An agent key sees its own agent's.
func (s *TunnelsService) List(ctx context.Context, params TunnelsListParams, options ...RequestOption) iter.Seq2[*Tunnel, error] {
	return list(ctx, s.transport, s.listPages(params, options), options)
}

// ListPage returns one page of List.
func (s *TunnelsService) ListPage(ctx context.Context, params TunnelsListParams, options ...RequestOption) (*Page[Tunnel], error) {
	return listPage(ctx, s.transport, s.listPages(params, options), options)
}

func (s *TunnelsService) listPages(params TunnelsListParams, options []RequestOption) listing[Tunnel] {
	l := listing[Tunnel]{operation: operation{method: http.MethodGet, path: "/v1/tunnels"}, noun: "tunnels"}
	l.cursor = func(row *Tunnel) time.Time { return row.CreatedAt }
	l.setInt("limit", params.Limit)
	l.setTime("before", params.Before)
	return l
}

// Create a tunnel.
//
// Creates a tunnel. With an agent key, it belongs to that agent.
//
// Errors: usage.tunnel_limit.
func (s *TunnelsService) Create(ctx context.Context, params TunnelsCreateParams, options ...RequestOption) (*NewTunnel, error) {
	if params.IdentityID == "" {
		params.IdentityID = s.transport.scope(options)
	}
	op := operation{method: http.MethodPost, path: "/v1/tunnels", mutating: true}
	op.body = params
	return call[NewTunnel](ctx, s.transport, op, options)
}

// Get a tunnel.
//
// Returns a tunnel.
func (s *TunnelsService) Get(ctx context.Context, tunnelID string, options ...RequestOption) (*Tunnel, error) {
	op := operation{method: http.MethodGet, path: "/v1/tunnels/{}", args: []string{tunnelID}}
	return call[Tunnel](ctx, s.transport, op, options)
}

// Delete a tunnel.
//
// Deletes a tunnel and closes its connection.
func (s *TunnelsService) Delete(ctx context.Context, tunnelID string, options ...RequestOption) error {
	op := operation{method: http.MethodDelete, path: "/v1/tunnels/{}", args: []string{tunnelID}, mutating: true}
	return exec(ctx, s.transport, op, options)
}

// Get a keypair.
//
// Returns the public key of an agent.
func (s *VaultKeypairService) Get(ctx context.Context, params VaultKeypairGetParams, options ...RequestOption) (*Keypair, error) {
	op := operation{method: http.MethodGet, path: "/v1/vault/keypair"}
	op.setString("identity_id", cmp.Or(params.IdentityID, s.transport.scope(options)))
	return call[Keypair](ctx, s.transport, op, options)
}

// Set: put a keypair.
//
// Sets or replaces the public key of an agent.
//
// Errors: vault.proof_invalid.
func (s *VaultKeypairService) Set(ctx context.Context, params VaultKeypairSetParams, options ...RequestOption) (*Keypair, error) {
	if params.IdentityID == "" {
		params.IdentityID = s.transport.scope(options)
	}
	op := operation{method: http.MethodPut, path: "/v1/vault/keypair", mutating: true}
	op.body = params
	return call[Keypair](ctx, s.transport, op, options)
}

// List leases.
//
// Lists leases. An agent key sees its own agent's.
func (s *VaultLeasesService) List(ctx context.Context, params VaultLeasesListParams, options ...RequestOption) iter.Seq2[*Lease, error] {
	return list(ctx, s.transport, s.listPages(params, options), options)
}

// ListPage returns one page of List.
func (s *VaultLeasesService) ListPage(ctx context.Context, params VaultLeasesListParams, options ...RequestOption) (*Page[Lease], error) {
	return listPage(ctx, s.transport, s.listPages(params, options), options)
}

func (s *VaultLeasesService) listPages(params VaultLeasesListParams, options []RequestOption) listing[Lease] {
	l := listing[Lease]{operation: operation{method: http.MethodGet, path: "/v1/vault/leases"}, noun: "leases"}
	l.cursor = func(row *Lease) time.Time { return row.CreatedAt }
	l.setInt("limit", params.Limit)
	l.setTime("before", params.Before)
	return l
}

// Create a lease.
//
// Creates a lease of a secret.
func (s *VaultLeasesService) Create(ctx context.Context, params VaultLeasesCreateParams, options ...RequestOption) (*NewLease, error) {
	if params.IdentityID == "" {
		params.IdentityID = s.transport.scope(options)
	}
	op := operation{method: http.MethodPost, path: "/v1/vault/leases", mutating: true}
	op.body = params
	return call[NewLease](ctx, s.transport, op, options)
}

// Claim a lease.
//
// Returns the token of an approved lease once, to the agent that asked for it.
//
// It needs the key of an agent. Errors: approval.pending, approval.closed, vault.lease_claimed, vault.lease_expired,
// vault.lease_exhausted, vault.lease_revoked.
func (s *VaultLeasesService) Claim(ctx context.Context, leaseID string, options ...RequestOption) (*NewLease, error) {
	op := operation{method: http.MethodPost, path: "/v1/vault/leases/{}/claim", args: []string{leaseID}, mutating: true}
	return call[NewLease](ctx, s.transport, op, options)
}

// Redeem a lease.
//
// Uses a lease once: returns the current value of its secret.
//
// Errors: vault.lease_expired, vault.lease_exhausted, vault.lease_revoked, vault.proof_invalid.
func (s *VaultLeasesService) Redeem(ctx context.Context, leaseID string, params VaultLeasesRedeemParams, options ...RequestOption) (*RedeemedLease, error) {
	op := operation{method: http.MethodPost, path: "/v1/vault/leases/{}/redeem", args: []string{leaseID}, mutating: true}
	op.body = params
	return call[RedeemedLease](ctx, s.transport, op, options)
}

// Redemptions: list redemptions.
//
// Lists the redemptions of a lease, including refused ones.
func (s *VaultLeasesService) Redemptions(ctx context.Context, leaseID string, params VaultLeasesRedemptionsParams, options ...RequestOption) iter.Seq2[*Redemption, error] {
	return list(ctx, s.transport, s.redemptionsPages(leaseID, params, options), options)
}

// RedemptionsPage returns one page of Redemptions.
func (s *VaultLeasesService) RedemptionsPage(ctx context.Context, leaseID string, params VaultLeasesRedemptionsParams, options ...RequestOption) (*Page[Redemption], error) {
	return listPage(ctx, s.transport, s.redemptionsPages(leaseID, params, options), options)
}

func (s *VaultLeasesService) redemptionsPages(leaseID string, params VaultLeasesRedemptionsParams, options []RequestOption) listing[Redemption] {
	l := listing[Redemption]{operation: operation{method: http.MethodGet, path: "/v1/vault/leases/{}/redemptions", args: []string{leaseID}}, noun: "redemptions"}
	l.cursor = func(row *Redemption) time.Time { return row.At }
	l.setInt("limit", params.Limit)
	l.setTime("before", params.Before)
	return l
}

// Revoke a lease.
//
// Revokes a lease immediately.
func (s *VaultLeasesService) Revoke(ctx context.Context, leaseID string, options ...RequestOption) (*Lease, error) {
	op := operation{method: http.MethodPost, path: "/v1/vault/leases/{}/revoke", args: []string{leaseID}, mutating: true}
	return call[Lease](ctx, s.transport, op, options)
}

// List secrets.
//
// Lists secrets, without values. An agent key sees its own agent's.
func (s *VaultSecretsService) List(ctx context.Context, params VaultSecretsListParams, options ...RequestOption) iter.Seq2[*Secret, error] {
	return list(ctx, s.transport, s.listPages(params, options), options)
}

// ListPage returns one page of List.
func (s *VaultSecretsService) ListPage(ctx context.Context, params VaultSecretsListParams, options ...RequestOption) (*Page[Secret], error) {
	return listPage(ctx, s.transport, s.listPages(params, options), options)
}

func (s *VaultSecretsService) listPages(params VaultSecretsListParams, options []RequestOption) listing[Secret] {
	l := listing[Secret]{operation: operation{method: http.MethodGet, path: "/v1/vault/secrets"}, noun: "secrets"}
	l.cursor = func(row *Secret) time.Time { return row.CreatedAt }
	l.setInt("limit", params.Limit)
	l.setTime("before", params.Before)
	return l
}

// Create a secret.
//
// Stores a secret. Its value leaves the vault only through leases.
//
// Errors: usage.storage_limit.
func (s *VaultSecretsService) Create(ctx context.Context, params VaultSecretsCreateParams, options ...RequestOption) (*Secret, error) {
	if params.IdentityID == "" {
		params.IdentityID = s.transport.scope(options)
	}
	op := operation{method: http.MethodPost, path: "/v1/vault/secrets", mutating: true}
	op.body = params
	return call[Secret](ctx, s.transport, op, options)
}

// Get a secret.
//
// Returns a secret, without its value.
func (s *VaultSecretsService) Get(ctx context.Context, secretID string, options ...RequestOption) (*Secret, error) {
	op := operation{method: http.MethodGet, path: "/v1/vault/secrets/{}", args: []string{secretID}}
	return call[Secret](ctx, s.transport, op, options)
}

// Delete a secret.
//
// Deletes a secret and revokes its leases.
func (s *VaultSecretsService) Delete(ctx context.Context, secretID string, options ...RequestOption) error {
	op := operation{method: http.MethodDelete, path: "/v1/vault/secrets/{}", args: []string{secretID}, mutating: true}
	return exec(ctx, s.transport, op, options)
}

// Rotate a secret.
//
// Replaces the value of a secret. Its leases stay valid, unless the request revokes them.
//
// Errors: usage.storage_limit, vault.proof_invalid.
func (s *VaultSecretsService) Rotate(ctx context.Context, secretID string, params VaultSecretsRotateParams, options ...RequestOption) (*Secret, error) {
	op := operation{method: http.MethodPost, path: "/v1/vault/secrets/{}/rotate", args: []string{secretID}, mutating: true}
	op.body = params
	return call[Secret](ctx, s.transport, op, options)
}

// List webhooks.
//
// Lists endpoints without secrets. An agent key sees its own agent's.
func (s *WebhooksService) List(ctx context.Context, params WebhooksListParams, options ...RequestOption) iter.Seq2[*Webhook, error] {
	return list(ctx, s.transport, s.listPages(params, options), options)
}

// ListPage returns one page of List.
func (s *WebhooksService) ListPage(ctx context.Context, params WebhooksListParams, options ...RequestOption) (*Page[Webhook], error) {
	return listPage(ctx, s.transport, s.listPages(params, options), options)
}

func (s *WebhooksService) listPages(params WebhooksListParams, options []RequestOption) listing[Webhook] {
	l := listing[Webhook]{operation: operation{method: http.MethodGet, path: "/v1/webhooks"}, noun: "webhooks"}
	l.cursor = func(row *Webhook) time.Time { return row.CreatedAt }
	l.setInt("limit", params.Limit)
	l.setTime("before", params.Before)
	return l
}

// Create a webhook.
//
// Creates an endpoint. With an agent key, it receives that agent's events.
//
// Errors: webhook.limit_reached.
func (s *WebhooksService) Create(ctx context.Context, params WebhooksCreateParams, options ...RequestOption) (*CreatedWebhook, error) {
	if params.IdentityID == "" {
		params.IdentityID = s.transport.scope(options)
	}
	op := operation{method: http.MethodPost, path: "/v1/webhooks", mutating: true}
	op.body = params
	return call[CreatedWebhook](ctx, s.transport, op, options)
}

// Update a webhook.
//
// Changes an endpoint's URL or event types, or enables or disables it.
//
// Errors: webhook.limit_reached.
func (s *WebhooksService) Update(ctx context.Context, endpointID string, params WebhooksUpdateParams, options ...RequestOption) (*Webhook, error) {
	op := operation{method: http.MethodPatch, path: "/v1/webhooks/{}", args: []string{endpointID}, mutating: true}
	op.body = params
	return call[Webhook](ctx, s.transport, op, options)
}

// Delete a webhook.
//
// Deletes an endpoint. A queued delivery may still be attempted once more.
func (s *WebhooksService) Delete(ctx context.Context, endpointID string, options ...RequestOption) error {
	op := operation{method: http.MethodDelete, path: "/v1/webhooks/{}", args: []string{endpointID}, mutating: true}
	return exec(ctx, s.transport, op, options)
}

// Recover a webhook.
//
// Replays the deliveries to an endpoint that have failed since a time, in the background.
//
// It needs the key of an organization. Errors: webhook.disabled.
func (s *WebhooksService) Recover(ctx context.Context, endpointID string, params WebhooksRecoverParams, options ...RequestOption) (*StartedRecovery, error) {
	op := operation{method: http.MethodPost, path: "/v1/webhooks/{}/recover", args: []string{endpointID}, mutating: true}
	op.body = params
	return call[StartedRecovery](ctx, s.transport, op, options)
}

// RotateSecret: rotate a webhook secret.
//
// Issues a new signing secret. The old one also signs for 24 hours.
func (s *WebhooksService) RotateSecret(ctx context.Context, endpointID string, options ...RequestOption) (*RotatedSecret, error) {
	op := operation{method: http.MethodPost, path: "/v1/webhooks/{}/rotate-secret", args: []string{endpointID}, mutating: true}
	return call[RotatedSecret](ctx, s.transport, op, options)
}

// Test a webhook.
//
// Sends a signed `webhook.test` event, in one attempt.
func (s *WebhooksService) Test(ctx context.Context, endpointID string, options ...RequestOption) (*TestedWebhook, error) {
	op := operation{method: http.MethodPost, path: "/v1/webhooks/{}/test", args: []string{endpointID}, mutating: true}
	return call[TestedWebhook](ctx, s.transport, op, options)
}

// List deliveries.
//
// Lists deliveries, newest first. An agent key sees those of its own endpoints.
func (s *WebhooksDeliveriesService) List(ctx context.Context, params WebhooksDeliveriesListParams, options ...RequestOption) iter.Seq2[*Delivery, error] {
	return list(ctx, s.transport, s.listPages(params, options), options)
}

// ListPage returns one page of List.
func (s *WebhooksDeliveriesService) ListPage(ctx context.Context, params WebhooksDeliveriesListParams, options ...RequestOption) (*Page[Delivery], error) {
	return listPage(ctx, s.transport, s.listPages(params, options), options)
}

func (s *WebhooksDeliveriesService) listPages(params WebhooksDeliveriesListParams, options []RequestOption) listing[Delivery] {
	l := listing[Delivery]{operation: operation{method: http.MethodGet, path: "/v1/webhooks/deliveries"}, noun: "deliveries"}
	l.cursor = func(row *Delivery) time.Time { return row.CreatedAt }
	l.setInt("limit", params.Limit)
	l.setTime("before", params.Before)
	l.setString("webhook_id", params.WebhookID)
	l.setString("event_id", params.EventID)
	l.setString("event_type", string(params.EventType))
	l.setString("status", string(params.Status))
	l.setTime("since", params.Since)
	return l
}

// Get a delivery.
//
// Returns a delivery with its attempts.
func (s *WebhooksDeliveriesService) Get(ctx context.Context, deliveryID string, options ...RequestOption) (*DeliveryWithAttempts, error) {
	op := operation{method: http.MethodGet, path: "/v1/webhooks/deliveries/{}", args: []string{deliveryID}}
	return call[DeliveryWithAttempts](ctx, s.transport, op, options)
}

// Get a recovery.
//
// Returns how far a recovery is, and what has become of its deliveries.
//
// It needs the key of an organization.
func (s *WebhooksRecoveriesService) Get(ctx context.Context, endpointID string, recoveryID string, options ...RequestOption) (*Recovery, error) {
	op := operation{method: http.MethodGet, path: "/v1/webhooks/{}/recoveries/{}", args: []string{endpointID, recoveryID}}
	return call[Recovery](ctx, s.transport, op, options)
}
