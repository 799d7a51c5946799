// Code generated from the description of the service by npm run clients; DO NOT EDIT.

package aidstack

// Client has the operations of the service. [New] makes one.
type Client struct {
	// A2A has Card, Directory, Invitations, Rules, Settings.
	A2A *A2AService
	// APIKeys has List, Create, Revoke.
	APIKeys *APIKeysService
	// Approvals has Wait, List, Get, Approve, Deny, Settings.
	Approvals *ApprovalsService
	// Audit has List.
	Audit *AuditService
	// Auth has Claim, Join, Login, Logout, ChangePassword, RequestPasswordReset, ResetPassword, Signup, Resend,
	// VerifySignup, Token, VerifyOwner.
	Auth *AuthService
	// ContactRules has List, Create, Delete, Settings.
	ContactRules *ContactRulesService
	// Contacts has List, Create, Get, Update, Delete.
	Contacts *ContactsService
	// Domains has List, Create, Get, Delete, Verify.
	Domains *DomainsService
	// Events has Follow, List, Replay, Wait, Streams.
	Events *EventsService
	// Grants has List, Get, Revoke.
	Grants *GrantsService
	// Identities has List, Create, Get, Reinstate, Suspend.
	Identities *IdentitiesService
	// IdentityTokens has Create, Settings.
	IdentityTokens *IdentityTokensService
	// Mail has Reply, WaitForCode, WaitForReply, Folders, UpdateMessages, Forward, MarkRead, Send, Drafts, Mailboxes,
	// Messages, Threads.
	Mail *MailService
	// Members has List, Create, Update, Delete, Settings.
	Members *MembersService
	// Messages has List.
	Messages *MessagesService
	// Organizations has Create.
	Organizations *OrganizationsService
	// ProviderAccounts has List, Create, Get, Delete, Verify.
	ProviderAccounts *ProviderAccountsService
	// SecondFactor has Create, Verify.
	SecondFactor *SecondFactorService
	// Sessions has List, Revoke.
	Sessions *SessionsService
	// Tasks has Work, List, Create, Get, Cancel, Claim, Message, Reply.
	Tasks *TasksService
	// TrustedIssuers has List, Create, Delete.
	TrustedIssuers *TrustedIssuersService
	// Tunnels has Serve, List, Create, Get, Delete.
	Tunnels *TunnelsService
	// Vault has Use, Keypair, Leases, Secrets.
	Vault *VaultService
	// Webhooks has List, Create, Update, Delete, Recover, RotateSecret, Test, Deliveries, Recoveries.
	Webhooks *WebhooksService

	transport *transport
}

func newClient(t *transport) *Client {
	c := &Client{transport: t}
	c.A2A = &A2AService{transport: t}
	c.A2A.Directory = &A2ADirectoryService{transport: t}
	c.A2A.Invitations = &A2AInvitationsService{transport: t}
	c.A2A.Rules = &A2ARulesService{transport: t}
	c.A2A.Settings = &A2ASettingsService{transport: t}
	c.APIKeys = &APIKeysService{transport: t}
	c.Approvals = &ApprovalsService{transport: t}
	c.Approvals.Settings = &ApprovalsSettingsService{transport: t}
	c.Audit = &AuditService{transport: t}
	c.Auth = &AuthService{transport: t}
	c.ContactRules = &ContactRulesService{transport: t}
	c.ContactRules.Settings = &ContactRulesSettingsService{transport: t}
	c.Contacts = &ContactsService{transport: t}
	c.Domains = &DomainsService{transport: t}
	c.Events = &EventsService{transport: t}
	c.Events.Streams = &EventsStreamsService{transport: t}
	c.Grants = &GrantsService{transport: t}
	c.Identities = &IdentitiesService{transport: t}
	c.IdentityTokens = &IdentityTokensService{transport: t}
	c.IdentityTokens.Settings = &IdentityTokensSettingsService{transport: t}
	c.Mail = &MailService{transport: t}
	c.Mail.Drafts = &MailDraftsService{transport: t}
	c.Mail.Mailboxes = &MailMailboxesService{transport: t}
	c.Mail.Messages = &MailMessagesService{transport: t}
	c.Mail.Threads = &MailThreadsService{transport: t}
	c.Members = &MembersService{transport: t}
	c.Members.Settings = &MembersSettingsService{transport: t}
	c.Messages = &MessagesService{transport: t}
	c.Organizations = &OrganizationsService{transport: t}
	c.ProviderAccounts = &ProviderAccountsService{transport: t}
	c.SecondFactor = &SecondFactorService{transport: t}
	c.Sessions = &SessionsService{transport: t}
	c.Tasks = &TasksService{transport: t}
	c.TrustedIssuers = &TrustedIssuersService{transport: t}
	c.Tunnels = &TunnelsService{transport: t}
	c.Vault = &VaultService{transport: t}
	c.Vault.Keypair = &VaultKeypairService{transport: t}
	c.Vault.Leases = &VaultLeasesService{transport: t}
	c.Vault.Secrets = &VaultSecretsService{transport: t}
	c.Webhooks = &WebhooksService{transport: t}
	c.Webhooks.Deliveries = &WebhooksDeliveriesService{transport: t}
	c.Webhooks.Recoveries = &WebhooksRecoveriesService{transport: t}
	return c
}

// A2AService has the operations of Client.A2A.
type A2AService struct {
	// Directory has List.
	Directory *A2ADirectoryService
	// Invitations has List, Create, Accept, Decline, Revoke.
	Invitations *A2AInvitationsService
	// Rules has List, Create, Get, Update, Delete.
	Rules *A2ARulesService
	// Settings has Get, Update.
	Settings *A2ASettingsService

	transport *transport
}

// A2ADirectoryService has the operations of Client.A2A.Directory.
type A2ADirectoryService struct {
	transport *transport
}

// A2AInvitationsService has the operations of Client.A2A.Invitations.
type A2AInvitationsService struct {
	transport *transport
}

// A2ARulesService has the operations of Client.A2A.Rules.
type A2ARulesService struct {
	transport *transport
}

// A2ASettingsService has the operations of Client.A2A.Settings.
type A2ASettingsService struct {
	transport *transport
}

// APIKeysService has the operations of Client.APIKeys.
type APIKeysService struct {
	transport *transport
}

// ApprovalsService has the operations of Client.Approvals.
type ApprovalsService struct {
	// Settings has Get, Update.
	Settings *ApprovalsSettingsService

	transport *transport
}

// ApprovalsSettingsService has the operations of Client.Approvals.Settings.
type ApprovalsSettingsService struct {
	transport *transport
}

// AuditService has the operations of Client.Audit.
type AuditService struct {
	transport *transport
}

// AuthService has the operations of Client.Auth.
type AuthService struct {
	transport *transport
}

// ContactRulesService has the operations of Client.ContactRules.
type ContactRulesService struct {
	// Settings has Get, Update.
	Settings *ContactRulesSettingsService

	transport *transport
}

// ContactRulesSettingsService has the operations of Client.ContactRules.Settings.
type ContactRulesSettingsService struct {
	transport *transport
}

// ContactsService has the operations of Client.Contacts.
type ContactsService struct {
	transport *transport
}

// DomainsService has the operations of Client.Domains.
type DomainsService struct {
	transport *transport
}

// EventsService has the operations of Client.Events.
type EventsService struct {
	// Streams has List, Create, Delete.
	Streams *EventsStreamsService

	transport *transport
}

// EventsStreamsService has the operations of Client.Events.Streams.
type EventsStreamsService struct {
	transport *transport
}

// GrantsService has the operations of Client.Grants.
type GrantsService struct {
	transport *transport
}

// IdentitiesService has the operations of Client.Identities.
type IdentitiesService struct {
	transport *transport
}

// IdentityTokensService has the operations of Client.IdentityTokens.
type IdentityTokensService struct {
	// Settings has Get, Update.
	Settings *IdentityTokensSettingsService

	transport *transport
}

// IdentityTokensSettingsService has the operations of Client.IdentityTokens.Settings.
type IdentityTokensSettingsService struct {
	transport *transport
}

// MailService has the operations of Client.Mail.
type MailService struct {
	// Drafts has List, Create, Get, Update, Delete, Send.
	Drafts *MailDraftsService
	// Mailboxes has List, Create, Delete.
	Mailboxes *MailMailboxesService
	// Messages has List, Get, Update, Attachment, AttachmentText, Raw.
	Messages *MailMessagesService
	// Threads has List, Get.
	Threads *MailThreadsService

	transport *transport
}

// MailDraftsService has the operations of Client.Mail.Drafts.
type MailDraftsService struct {
	transport *transport
}

// MailMailboxesService has the operations of Client.Mail.Mailboxes.
type MailMailboxesService struct {
	transport *transport
}

// MailMessagesService has the operations of Client.Mail.Messages.
type MailMessagesService struct {
	transport *transport
}

// MailThreadsService has the operations of Client.Mail.Threads.
type MailThreadsService struct {
	transport *transport
}

// MembersService has the operations of Client.Members.
type MembersService struct {
	// Settings has Get, Update.
	Settings *MembersSettingsService

	transport *transport
}

// MembersSettingsService has the operations of Client.Members.Settings.
type MembersSettingsService struct {
	transport *transport
}

// MessagesService has the operations of Client.Messages.
type MessagesService struct {
	transport *transport
}

// OrganizationsService has the operations of Client.Organizations.
type OrganizationsService struct {
	transport *transport
}

// ProviderAccountsService has the operations of Client.ProviderAccounts.
type ProviderAccountsService struct {
	transport *transport
}

// SecondFactorService has the operations of Client.SecondFactor.
type SecondFactorService struct {
	transport *transport
}

// SessionsService has the operations of Client.Sessions.
type SessionsService struct {
	transport *transport
}

// TasksService has the operations of Client.Tasks.
type TasksService struct {
	transport *transport
}

// TrustedIssuersService has the operations of Client.TrustedIssuers.
type TrustedIssuersService struct {
	transport *transport
}

// TunnelsService has the operations of Client.Tunnels.
type TunnelsService struct {
	transport *transport
}

// VaultService has the operations of Client.Vault.
type VaultService struct {
	// Keypair has Get, Set.
	Keypair *VaultKeypairService
	// Leases has List, Create, Claim, Redeem, Redemptions, Revoke.
	Leases *VaultLeasesService
	// Secrets has List, Create, Get, Delete, Rotate.
	Secrets *VaultSecretsService

	transport *transport
}

// VaultKeypairService has the operations of Client.Vault.Keypair.
type VaultKeypairService struct {
	transport *transport
}

// VaultLeasesService has the operations of Client.Vault.Leases.
type VaultLeasesService struct {
	transport *transport
}

// VaultSecretsService has the operations of Client.Vault.Secrets.
type VaultSecretsService struct {
	transport *transport
}

// WebhooksService has the operations of Client.Webhooks.
type WebhooksService struct {
	// Deliveries has List, Get.
	Deliveries *WebhooksDeliveriesService
	// Recoveries has Get.
	Recoveries *WebhooksRecoveriesService

	transport *transport
}

// WebhooksDeliveriesService has the operations of Client.Webhooks.Deliveries.
type WebhooksDeliveriesService struct {
	transport *transport
}

// WebhooksRecoveriesService has the operations of Client.Webhooks.Recoveries.
type WebhooksRecoveriesService struct {
	transport *transport
}
