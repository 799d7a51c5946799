// Generated from the description of the service by `npm run clients`.

import type { Call } from '../call.ts';
import type { CallOptions, OfIdentity } from '../options.ts';
import type { Pages } from '../pages.ts';
import type {
  A2aRule,
  A2aSettings,
  Actor,
  AddTaskMessage,
  AgentCard,
  ApiKey,
  AttachmentLink,
  CancelTask,
  Claim,
  Claimed,
  Contact,
  ContactRule,
  ContactSettings,
  CreateA2aRule,
  CreateApiKey,
  CreateContact,
  CreateContactRule,
  CreateDomain,
  CreateIdentity,
  CreateInvitation,
  CreateLease,
  CreateMailbox,
  CreateOrganization,
  CreateProviderAccount,
  CreateSecret,
  CreateStream,
  CreateTask,
  CreateTunnel,
  CreateWebhook,
  CreatedApiKey,
  CreatedOrganization,
  CreatedProviderAccount,
  CreatedStream,
  CreatedWebhook,
  Delivery,
  DeliveryStatus,
  DeliveryWithAttempts,
  DirectoryAgent,
  Domain,
  Event,
  EventType,
  FullMessage,
  FullThread,
  Identity,
  IncludedInThread,
  Invitation,
  InvitationRole,
  InvitationStatus,
  Keypair,
  Lease,
  LoggedIn,
  Login,
  MailDirection,
  MailFolder,
  Mailbox,
  Message,
  NewLease,
  OwnerVerified,
  ProviderAccount,
  PutA2aSettings,
  PutKeypair,
  RawMessage,
  RedeemLease,
  RedeemedLease,
  Redemption,
  Replayed,
  ReplyToTask,
  ResendSignup,
  RotateSecret,
  RotatedSecret,
  Secret,
  SendMail,
  SentMail,
  SetFilterMode,
  SignedUp,
  Signup,
  Stream,
  SuspendIdentity,
  Task,
  TaskDirection,
  TaskState,
  TestedWebhook,
  Thread,
  Tunnel,
  UpdateA2aRule,
  UpdateContact,
  UpdateMessage,
  UpdateWebhook,
  Usage,
  VerificationRequired,
  VerifyOwner,
  VerifySignup,
  WaitResult,
  Webhook,
} from './types.ts';

/** The resources and methods of a client. */
export interface Client {
  /** Returns the actor of the key. */
  me(options?: CallOptions): Call<Actor>;
  /** Reports the organization's use against its limits. */
  usage(options?: CallOptions): Call<Usage>;
  readonly a2a: A2aResource;
  readonly apiKeys: ApiKeysResource;
  readonly auth: AuthResource;
  readonly contactRules: ContactRulesResource;
  readonly contacts: ContactsResource;
  readonly domains: DomainsResource;
  readonly events: EventsResource;
  readonly identities: IdentitiesResource;
  readonly mail: MailResource;
  readonly organizations: OrganizationsResource;
  readonly providerAccounts: ProviderAccountsResource;
  readonly tasks: TasksResource;
  readonly tunnels: TunnelsResource;
  readonly vault: VaultResource;
  readonly webhooks: WebhooksResource;
}

/** The methods of `aid.a2a`. */
export interface A2aResource {
  /** The public A2A card of an agent. Needs no key. */
  card(identityId: string, options?: CallOptions): Call<AgentCard>;
  readonly directory: A2aDirectoryResource;
  readonly invitations: A2aInvitationsResource;
  readonly rules: A2aRulesResource;
  readonly settings: A2aSettingsResource;
}

export interface ListDirectoryParams {
  /** A text in the handle, the name, the description or the skills; upper and lower case are the same. */
  q?: string;
  /** A tag of one of the agent’s skills. */
  tag?: string;
  /** How many to return at most. */
  limit?: number;
  /** Only what is older than this time: the `created_at` of the last one of the page before. */
  before?: string | Date;
}

/** The methods of `aid.a2a.directory`. */
export interface A2aDirectoryResource {
  /** Lists publicly discoverable agents of all organizations. */
  list(params?: ListDirectoryParams, options?: CallOptions): Pages<DirectoryAgent>;
}

export interface ListInvitationsParams {
  /** Only invitations that the organization sent, or only those it received. */
  role?: InvitationRole;
  /** Only invitations in this status. */
  status?: InvitationStatus;
  /** How many to return at most. */
  limit?: number;
  /** Only what is older than this time: the `created_at` of the last one of the page before. */
  before?: string | Date;
}

/** The methods of `aid.a2a.invitations`. */
export interface A2aInvitationsResource {
  /** Lists invitations that the organization sent or received. Needs an org key. */
  list(params?: ListInvitationsParams, options?: CallOptions): Pages<Invitation>;
  /**
   * Invites another agent; once accepted, the two can reach each other. A pending invitation is returned unchanged.
   * Needs an org key.
   */
  create(params: Omit<CreateInvitation, 'from_identity_id'> & Partial<Pick<CreateInvitation, 'from_identity_id'>> & OfIdentity, options?: CallOptions & OfIdentity): Call<Invitation>;
  /** Accepts an invitation: each organization gets a rule that allows the other agent. Needs an org key. */
  accept(invitationId: string, options?: CallOptions): Call<Invitation>;
  /** Declines an invitation. Needs an org key. */
  decline(invitationId: string, options?: CallOptions): Call<Invitation>;
  /** Withdraws a pending invitation. Needs an org key. */
  revoke(invitationId: string, options?: CallOptions): Call<Invitation>;
}

export interface ListA2aRulesParams extends OfIdentity {
  /** Only records about this agent. */
  identity_id?: string;
  /** How many to return at most. */
  limit?: number;
  /** Only what is older than this time: the `created_at` of the last one of the page before. */
  before?: string | Date;
}

/** The methods of `aid.a2a.rules`. */
export interface A2aRulesResource {
  /** Lists the organization's A2A rules. Needs an org key. */
  list(params?: ListA2aRulesParams, options?: CallOptions & OfIdentity): Pages<A2aRule>;
  /** Allows or blocks tasks between an agent and another. Needs an org key. */
  create(params: Omit<CreateA2aRule, 'identity_id'> & Partial<Pick<CreateA2aRule, 'identity_id'>> & OfIdentity, options?: CallOptions & OfIdentity): Call<A2aRule>;
  /** Reads an A2A rule. Needs an org key. */
  get(contactRuleId: string, options?: CallOptions): Call<A2aRule>;
  /** Changes the action or the direction of an A2A rule. Needs an org key. */
  update(contactRuleId: string, params: UpdateA2aRule, options?: CallOptions): Call<A2aRule>;
  /** Deletes an A2A rule. Needs an org key. */
  delete(contactRuleId: string, options?: CallOptions): Call<void>;
}

/** The methods of `aid.a2a.settings`. */
export interface A2aSettingsResource {
  /** Reads an agent's A2A settings; an agent key reads its own. */
  get(options?: CallOptions & OfIdentity): Call<A2aSettings>;
  /** Changes A2A settings. `publicly_discoverable` and `filter_mode` need an org key. */
  update(params: PutA2aSettings & OfIdentity, options?: CallOptions & OfIdentity): Call<A2aSettings>;
}

export interface ListApiKeysParams {
  /** How many to return at most. */
  limit?: number;
  /** Only what is older than this time: the `created_at` of the last one of the page before. */
  before?: string | Date;
}

/** The methods of `aid.apiKeys`. */
export interface ApiKeysResource {
  /** Lists keys without secrets. An agent key sees its own agent's. */
  list(params?: ListApiKeysParams, options?: CallOptions): Pages<ApiKey>;
  /**
   * Creates an org key, or an agent key when `identity_id` is given. `key` is returned only this once. Needs an org
   * key.
   */
  create(params: CreateApiKey & OfIdentity, options?: CallOptions & OfIdentity): Call<CreatedApiKey>;
  /** Revokes a key immediately and permanently. Needs an org key. */
  revoke(keyId: string, options?: CallOptions): Call<ApiKey>;
}

/** The methods of `aid.auth`. */
export interface AuthResource {
  /** Attaches a login to an organization that has none: first a password, then the mailed code. Needs an org key. */
  claim(params: Claim, options?: CallOptions): Call<Claimed | VerificationRequired>;
  /**
   * Exchanges an address and a password for a token that is valid for twelve hours. `token` is returned only this once.
   * Needs no key.
   */
  login(params: Login, options?: CallOptions): Call<LoggedIn>;
  /** Mails a code to a new owner. Nothing is created yet. Needs no key. */
  signup(params: Signup, options?: CallOptions): Call<VerificationRequired>;
  /**
   * Mails another code for a signup and voids the earlier one, or mails a code that lifts a login limit. Needs no key.
   */
  resend(params: ResendSignup, options?: CallOptions): Call<VerificationRequired>;
  /**
   * Creates the account, the organization and its first org key. `api_key` is returned only this once. Needs no key.
   */
  verifySignup(params: VerifySignup, options?: CallOptions): Call<SignedUp>;
  /** Verifies the owner by the mailed code, which lifts the limits of the organization. Needs an org key. */
  verifyOwner(params: VerifyOwner, options?: CallOptions): Call<OwnerVerified>;
}

export interface ListContactRulesParams extends OfIdentity {
  /** How many to return at most. */
  limit?: number;
  /** Only what is older than this time: the `created_at` of the last one of the page before. */
  before?: string | Date;
  /** Only records about this agent. */
  identity_id?: string;
}

/** The methods of `aid.contactRules`. */
export interface ContactRulesResource {
  /** Lists contact rules. Needs an org key. */
  list(params?: ListContactRulesParams, options?: CallOptions & OfIdentity): Pages<ContactRule>;
  /** Allows or blocks an address or a domain, for an agent or for the whole organization. Needs an org key. */
  create(params: CreateContactRule & OfIdentity, options?: CallOptions & OfIdentity): Call<ContactRule>;
  /** Deletes a contact rule. Needs an org key. */
  delete(contactRuleId: string, options?: CallOptions): Call<void>;
  readonly settings: ContactRulesSettingsResource;
}

export interface GetContactSettingsParams extends OfIdentity {
  /** Only records about this agent. */
  identity_id?: string;
}

/** The methods of `aid.contactRules.settings`. */
export interface ContactRulesSettingsResource {
  /** Reads the filter mode of an agent or of the organization. Needs an org key. */
  get(params?: GetContactSettingsParams, options?: CallOptions & OfIdentity): Call<ContactSettings>;
  /** Sets the filter mode of an agent or of the organization. Needs an org key. */
  update(params: SetFilterMode & OfIdentity & { identity_id?: string }, options?: CallOptions & OfIdentity): Call<ContactSettings>;
}

export interface ListContactsParams {
  /** How many to return at most. */
  limit?: number;
  /** Only what is older than this time: the `created_at` of the last one of the page before. */
  before?: string | Date;
  /** A text in the name, the company, an address or a handle; upper and lower case are the same. */
  q?: string;
  /** A whole address of the contact. */
  email?: string;
}

/** The methods of `aid.contacts`. */
export interface ContactsResource {
  /** Lists contacts. An agent key sees its own agent's and the shared ones. */
  list(params?: ListContactsParams, options?: CallOptions): Pages<Contact>;
  /** Creates a contact. With an agent key it is the agent's own. */
  create(params: CreateContact & OfIdentity, options?: CallOptions & OfIdentity): Call<Contact>;
  /** Reads a contact. */
  get(contactId: string, options?: CallOptions): Call<Contact>;
  /** Changes the given fields of a contact. */
  update(contactId: string, params: UpdateContact, options?: CallOptions): Call<Contact>;
  /** Deletes a contact. */
  delete(contactId: string, options?: CallOptions): Call<void>;
}

export interface ListDomainsParams {
  /** How many to return at most. */
  limit?: number;
  /** Only what is older than this time: the `created_at` of the last one of the page before. */
  before?: string | Date;
}

/** The methods of `aid.domains`. */
export interface DomainsResource {
  /** Lists the organization's mail domains. Needs an org key. */
  list(params?: ListDomainsParams, options?: CallOptions): Pages<Domain>;
  /** Adds a mail domain and returns the DNS records to set. Needs an org key. */
  create(params: CreateDomain, options?: CallOptions): Call<Domain>;
  /** Reads a mail domain with the state of its records. Needs an org key. */
  get(domainId: string, options?: CallOptions): Call<Domain>;
  /** Deletes a mail domain that has no mailboxes. Needs an org key. */
  delete(domainId: string, options?: CallOptions): Call<void>;
  /** Checks the DNS records now, also those of a failed domain. Needs an org key. */
  verify(domainId: string, options?: CallOptions): Call<Domain>;
}

export interface ListEventsParams extends OfIdentity {
  /** How many to return at most. */
  limit?: number;
  /** Only what is older than this time: the `created_at` of the last one of the page before. */
  before?: string | Date;
  /** Oldest first, from the first event after this time. With `before`: up to that time. */
  since?: string | Date;
  /** Only events of this type. */
  type?: EventType;
  /** Only records about this agent. */
  identity_id?: string;
  /** Only events about this kind of thing. */
  aggregate_type?: string;
  /** Only events about the thing with this id. */
  aggregate_id?: string;
  /** Only mail events of this conversation. */
  thread_id?: string;
  /** Whether each event has the exact body of its deliveries to webhook endpoints. The limit is then at most 50. */
  delivery_body?: boolean;
}

export interface WaitForEventParams extends OfIdentity {
  /** The type of the event. */
  type: string;
  /** Only records about this agent. */
  identity_id?: string;
  /** Only events about this kind of thing. */
  aggregate_type?: string;
  /** Only events about the thing with this id. */
  aggregate_id?: string;
  /** Only mail events of this conversation. */
  thread_id?: string;
  /** Only events after this time: the `created_at` of the last one. Now, when omitted. */
  since?: string | Date;
  /** How many milliseconds to wait at most. */
  timeout_ms?: number;
}

/** The methods of `aid.events`. */
export interface EventsResource {
  /** Reads the event log: newest first, paging backwards, or with `since` oldest first. */
  list(params?: ListEventsParams, options?: CallOptions & OfIdentity): Pages<Event>;
  /** Delivers an event again to the endpoints that it matches. The log does not change. */
  replay(eventId: string, options?: CallOptions): Call<Replayed>;
  /** Waits for an event that matches every filter. A timeout is a success without an event. */
  wait(params?: WaitForEventParams, options?: CallOptions & OfIdentity): Call<WaitResult>;
  readonly streams: EventsStreamsResource;
}

/** The methods of `aid.events.streams`. */
export interface EventsStreamsResource {
  /** Lists the connected event streams, the newest first. An agent key sees its own. */
  list(options?: CallOptions): Pages<Stream>;
  /**
   * Returns the address of a WebSocket that sends events as they are committed. It works once, within 60 s.
   * `connect_url` is returned only this once.
   */
  create(params?: CreateStream & OfIdentity, options?: CallOptions & OfIdentity): Call<CreatedStream>;
  /** Closes an event stream, or withdraws a ticket that was not used yet. */
  delete(streamId: string, options?: CallOptions): Call<void>;
}

export interface ListIdentitiesParams {
  /** How many to return at most. */
  limit?: number;
  /** Only what is older than this time: the `created_at` of the last one of the page before. */
  before?: string | Date;
}

/** The methods of `aid.identities`. */
export interface IdentitiesResource {
  /** Lists the organization's agents. Needs an org key. */
  list(params?: ListIdentitiesParams, options?: CallOptions): Pages<Identity>;
  /** Creates an agent and its mailbox. Needs an org key. */
  create(params: CreateIdentity, options?: CallOptions): Call<Identity>;
  /** Reads an agent. An agent key can read its own. */
  get(identityId: string, options?: CallOptions): Call<Identity>;
  /** Ends the suspension of an agent. Needs an org key. */
  reinstate(identityId: string, options?: CallOptions): Call<Identity>;
  /** Suspends an agent. Its keys are refused; its mail is still stored. Needs an org key. */
  suspend(identityId: string, params?: SuspendIdentity, options?: CallOptions): Call<Identity>;
}

/** The methods of `aid.mail`. */
export interface MailResource {
  /** Queues a message. Events report its outcome. */
  send(params: SendMail & OfIdentity, options?: CallOptions & OfIdentity): Call<SentMail>;
  readonly mailboxes: MailMailboxesResource;
  readonly messages: MailMessagesResource;
  readonly threads: MailThreadsResource;
}

export interface ListMailboxesParams extends OfIdentity {
  /** How many to return at most. */
  limit?: number;
  /** Only what is older than this time: the `created_at` of the last one of the page before. */
  before?: string | Date;
}

/** The methods of `aid.mail.mailboxes`. */
export interface MailMailboxesResource {
  /** Lists an agent's mailboxes. Needs an org key. */
  list(params?: ListMailboxesParams, options?: CallOptions & OfIdentity): Pages<Mailbox>;
  /** Gives an agent another address, on the service's domain or a verified one. Needs an org key. */
  create(params: CreateMailbox & OfIdentity, options?: CallOptions & OfIdentity): Call<Mailbox>;
  /** Deletes a mailbox that is not the default one. Its messages stay. Needs an org key. */
  delete(mailboxId: string, options?: CallOptions & OfIdentity): Call<void>;
}

export interface ListMessagesParams extends OfIdentity {
  /** How many to return at most. */
  limit?: number;
  /** Only what is older than this time: the `created_at` of the last one of the page before. */
  before?: string | Date;
  /** Only messages of this conversation. */
  thread_id?: string;
  /** Only received or only sent mail. */
  direction?: MailDirection;
  /** Only messages of this folder. */
  folder?: MailFolder;
  /** Only messages from this address. */
  from?: string;
  /** Only messages that are read, or are not. */
  is_read?: boolean;
  /** Words in the subject and the addresses. */
  q?: string;
}

/** The methods of `aid.mail.messages`. */
export interface MailMessagesResource {
  /** Lists an agent's messages, newest first. */
  list(params?: ListMessagesParams, options?: CallOptions & OfIdentity): Pages<Message>;
  /** Reads a message with its text and headers. */
  get(messageId: string, options?: CallOptions & OfIdentity): Call<FullMessage>;
  /** Marks a message as read or unread, or moves it to a folder. */
  update(messageId: string, params: UpdateMessage & OfIdentity, options?: CallOptions & OfIdentity): Call<Message>;
  /** Returns a download link to an attachment. */
  attachment(messageId: string, attachmentId: string, options?: CallOptions & OfIdentity): Call<AttachmentLink>;
  /** Returns a download link to the raw mail of a message: byte for byte as it was received, or as it was sent. */
  raw(messageId: string, options?: CallOptions & OfIdentity): Call<RawMessage>;
}

export interface ListThreadsParams extends OfIdentity {
  /** How many to return at most. */
  limit?: number;
  /** Only what is older than this time: the `created_at` of the last one of the page before. */
  before?: string | Date;
}

export interface GetThreadParams extends OfIdentity {
  /** `text`: each message comes with its text, the newest messages first, up to 1 MB of them. */
  include?: IncludedInThread;
}

/** The methods of `aid.mail.threads`. */
export interface MailThreadsResource {
  /** Lists an agent's conversations, newest first. */
  list(params?: ListThreadsParams, options?: CallOptions & OfIdentity): Pages<Thread>;
  /** Reads a conversation with its messages, oldest first. */
  get(threadId: string, params?: GetThreadParams, options?: CallOptions & OfIdentity): Call<FullThread>;
}

/** The methods of `aid.organizations`. */
export interface OrganizationsResource {
  /** Creates an organization and its first org key. `admin_api_key` is returned only this once. Needs no key. */
  create(params: CreateOrganization, options?: CallOptions): Call<CreatedOrganization>;
}

export interface ListProviderAccountsParams {
  /** How many to return at most. */
  limit?: number;
  /** Only what is older than this time: the `created_at` of the last one of the page before. */
  before?: string | Date;
}

/** The methods of `aid.providerAccounts`. */
export interface ProviderAccountsResource {
  /** Lists provider accounts without credentials. Needs an org key. */
  list(params?: ListProviderAccountsParams, options?: CallOptions): Pages<ProviderAccount>;
  /**
   * Adds an account with a mail provider and checks it. `status` has the result. `inbound_secret` is returned only this
   * once. Needs an org key.
   */
  create(params: CreateProviderAccount, options?: CallOptions): Call<CreatedProviderAccount>;
  /** Reads a provider account without credentials. Needs an org key. */
  get(providerAccountId: string, options?: CallOptions): Call<ProviderAccount>;
  /** Deletes a provider account. Without a default account the service's own SES sends mail. Needs an org key. */
  delete(providerAccountId: string, options?: CallOptions): Call<void>;
  /** Checks a provider account again. Needs an org key. */
  verify(providerAccountId: string, options?: CallOptions): Call<ProviderAccount>;
}

export interface ListTasksParams {
  /** `inbound`: tasks that were received. `outbound`: tasks that were sent. */
  direction?: TaskDirection;
  /** Only tasks in this state. */
  state?: TaskState;
  /** Only tasks of this context. */
  context_id?: string;
  /** How many to return at most. */
  limit?: number;
  /** Only what is older than this time: the `created_at` of the last one of the page before. */
  before?: string | Date;
}

export interface GetTaskParams {
  /** Shows the messages before this time, to read a long task backwards. */
  messages_before?: string | Date;
}

/** The methods of `aid.tasks`. */
export interface TasksResource {
  /** Lists tasks, newest first. An agent key sees its own agent's. */
  list(params?: ListTasksParams, options?: CallOptions): Pages<Task>;
  /** Sends a task to another agent. Needs an agent key. */
  create(params: CreateTask, options?: CallOptions): Call<Task>;
  /** Reads a task. Only its two agents and their organizations can. */
  get(taskId: string, params?: GetTaskParams, options?: CallOptions): Call<Task>;
  /** Cancels a task, with the caller's key. Needs an agent key. */
  cancel(taskId: string, params?: CancelTask, options?: CallOptions): Call<Task>;
  /** Adds a message to a task, with the caller's key. Needs an agent key. */
  message(taskId: string, params: AddTaskMessage, options?: CallOptions): Call<Task>;
  /** Replies to a task and sets its state, with the worker's key. Needs an agent key. */
  reply(taskId: string, params: ReplyToTask, options?: CallOptions): Call<Task>;
}

export interface ListTunnelsParams {
  /** How many to return at most. */
  limit?: number;
  /** Only what is older than this time: the `created_at` of the last one of the page before. */
  before?: string | Date;
}

/** The methods of `aid.tunnels`. */
export interface TunnelsResource {
  /** Lists tunnels, the deleted ones excepted. An agent key sees its own agent's. */
  list(params?: ListTunnelsParams, options?: CallOptions): Pages<Tunnel>;
  /** Creates a tunnel. With an agent key it is the agent's own. */
  create(params?: CreateTunnel & OfIdentity, options?: CallOptions & OfIdentity): Call<Tunnel>;
  /** Reads a tunnel. */
  get(tunnelId: string, options?: CallOptions): Call<Tunnel>;
  /** Deletes a tunnel and closes its connection. */
  delete(tunnelId: string, options?: CallOptions): Call<void>;
}

/** The methods of `aid.vault`. */
export interface VaultResource {
  readonly keypair: VaultKeypairResource;
  readonly leases: VaultLeasesResource;
  readonly secrets: VaultSecretsResource;
}

export interface GetKeypairParams extends OfIdentity {
  /** The agent. An agent key may omit it. */
  identity_id?: string;
}

/** The methods of `aid.vault.keypair`. */
export interface VaultKeypairResource {
  /** Reads the public key of an agent. */
  get(params?: GetKeypairParams, options?: CallOptions & OfIdentity): Call<Keypair>;
  /** Sets or replaces the public key of an agent. */
  set(params: PutKeypair & OfIdentity, options?: CallOptions & OfIdentity): Call<Keypair>;
}

export interface ListLeasesParams {
  /** How many to return at most. */
  limit?: number;
  /** Only what is older than this time: the `created_at` of the last one of the page before. */
  before?: string | Date;
}

export interface ListRedemptionsParams {
  /** How many to return at most. */
  limit?: number;
  /** Only what is older than this time: the `created_at` of the last one of the page before. */
  before?: string | Date;
}

/** The methods of `aid.vault.leases`. */
export interface VaultLeasesResource {
  /** Lists leases. An agent key sees its own agent's. */
  list(params?: ListLeasesParams, options?: CallOptions): Pages<Lease>;
  /** Creates a lease of a secret. `lease_token` is returned only this once. */
  create(params: CreateLease & OfIdentity, options?: CallOptions & OfIdentity): Call<NewLease>;
  /** Uses a lease once: returns the present value of its secret. */
  redeem(leaseId: string, params: RedeemLease, options?: CallOptions): Call<RedeemedLease>;
  /** Lists the redemptions of a lease, refused ones included. */
  redemptions(leaseId: string, params?: ListRedemptionsParams, options?: CallOptions): Pages<Redemption>;
  /** Ends a lease at once. */
  revoke(leaseId: string, options?: CallOptions): Call<Lease>;
}

export interface ListSecretsParams {
  /** How many to return at most. */
  limit?: number;
  /** Only what is older than this time: the `created_at` of the last one of the page before. */
  before?: string | Date;
}

/** The methods of `aid.vault.secrets`. */
export interface VaultSecretsResource {
  /** Lists secrets, without values. An agent key sees its own agent's. */
  list(params?: ListSecretsParams, options?: CallOptions): Pages<Secret>;
  /** Stores a secret. Its value leaves the vault by leases only. */
  create(params: CreateSecret & OfIdentity, options?: CallOptions & OfIdentity): Call<Secret>;
  /** Reads a secret, without its value. */
  get(secretId: string, options?: CallOptions): Call<Secret>;
  /** Deletes a secret and revokes its leases. */
  delete(secretId: string, options?: CallOptions): Call<void>;
  /** Replaces the value of a secret. Its leases stay, unless they are to be revoked. */
  rotate(secretId: string, params: RotateSecret, options?: CallOptions): Call<Secret>;
}

export interface ListWebhooksParams {
  /** How many to return at most. */
  limit?: number;
  /** Only what is older than this time: the `created_at` of the last one of the page before. */
  before?: string | Date;
}

/** The methods of `aid.webhooks`. */
export interface WebhooksResource {
  /** Lists endpoints without secrets. An agent key sees its own agent's. */
  list(params?: ListWebhooksParams, options?: CallOptions): Pages<Webhook>;
  /** Creates an endpoint. With an agent key it gets the agent's own events. `secret` is returned only this once. */
  create(params: CreateWebhook & OfIdentity, options?: CallOptions & OfIdentity): Call<CreatedWebhook>;
  /** Changes an endpoint's URL or event types, or enables or disables it. */
  update(webhookId: string, params: UpdateWebhook, options?: CallOptions): Call<Webhook>;
  /** Deletes an endpoint. A queued delivery may still be attempted once. */
  delete(webhookId: string, options?: CallOptions): Call<void>;
  /** Issues a new signing secret. The old one also signs for 24 hours. `secret` is returned only this once. */
  rotateSecret(webhookId: string, options?: CallOptions): Call<RotatedSecret>;
  /** Sends a signed `webhook.test`, in one attempt. */
  test(webhookId: string, options?: CallOptions): Call<TestedWebhook>;
  readonly deliveries: WebhooksDeliveriesResource;
}

export interface ListDeliveriesParams {
  /** How many to return at most. */
  limit?: number;
  /** Only what is older than this time: the `created_at` of the last one of the page before. */
  before?: string | Date;
  /** Only deliveries to this endpoint. */
  webhook_id?: string;
  /** Only deliveries of this event. */
  event_id?: string;
  /** Only deliveries in this status. */
  status?: DeliveryStatus;
}

/** The methods of `aid.webhooks.deliveries`. */
export interface WebhooksDeliveriesResource {
  /** Lists deliveries, newest first. An agent key sees those of its own endpoints. */
  list(params?: ListDeliveriesParams, options?: CallOptions): Pages<Delivery>;
  /** Reads a delivery with its attempts. */
  get(deliveryId: string, options?: CallOptions): Call<DeliveryWithAttempts>;
}
