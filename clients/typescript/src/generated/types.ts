// Generated from the description of the service by `npm run clients`.

/**
 * Any other string, from a service that is newer than this SDK. The prefix exists only in the type: it lets the
 * compiler distinguish unknown values from the known ones.
 */
export type UnknownText = `(unknown)${string}`;

/** A new rule about tasks between an agent and another. */
export interface CreateA2aRule {
  /** The agent of the organization that the rule is for. */
  identity_id: string;
  /** The handle of the other agent, of any organization. */
  handle: string;
  action: RuleAction;
  /** The tasks that the rule applies to. `both` when omitted. */
  direction?: RuleDirection;
}

/** Whether a rule allows or blocks. */
export type RuleAction =
  | 'allow'
  | 'block'
  | (string & {});

/** The traffic that a rule applies to, as the agent sees it. */
export type RuleDirection =
  | 'inbound'
  | 'outbound'
  | 'both'
  | (string & {});

/** The fields to change, at least one. */
export interface UpdateA2aRule {
  action?: RuleAction;
  direction?: RuleDirection;
}

/** Whether the organization sent an invitation or received it. */
export type InvitationRole =
  | 'sent'
  | 'received'
  | (string & {});

/** What became of an invitation. */
export type InvitationStatus =
  | 'pending'
  | 'accepted'
  | 'declined'
  | 'revoked'
  | 'expired'
  | (string & {});

/** A new invitation from an agent of the organization to another agent. */
export interface CreateInvitation {
  /** The agent that invites. */
  from_identity_id: string;
  /** The handle of the agent that is invited. */
  to_handle: string;
  /** A text for the other organization. */
  note?: string;
  /** How long the invitation can be accepted. Seven days when omitted. */
  expires_in_seconds?: number;
}

/** The direction of a task, as the agent sees it. */
export type TaskDirection =
  | 'inbound'
  | 'outbound'
  | (string & {});

/** The state of a task. The last four end it. */
export type TaskState =
  | 'submitted'
  | 'working'
  | 'input_required'
  | 'auth_required'
  | 'completed'
  | 'failed'
  | 'canceled'
  | 'rejected'
  | (string & {});

/** A new task: exactly one of `to_handle` and `to_identity_id`, and of `message` and `parts`. */
export interface CreateTask {
  /** The worker's handle. */
  to_handle?: string;
  /** The worker's id. */
  to_identity_id?: string;
  message?: TaskText;
  parts?: TaskParts;
  /** A context of the two agents. A new one when omitted. */
  context_id?: string;
  message_id?: SenderMessageId;
  metadata?: Metadata;
}

/** The message as one text, instead of `parts`. */
export type TaskText = string;

/** The message in parts, at most 256 KB together. */
export type TaskParts = NewPart[];

/** A piece of content: exactly one of `text`, `raw`, `url` and `data`. */
export interface NewPart {
  /** A text. */
  text?: string;
  /** Bytes, in base64. */
  raw?: string;
  /** The absolute address of a file. */
  url?: string;
  /** Any JSON value. */
  data?: unknown;
  /** The media type of the content. */
  media_type?: string;
  /** The name of the file. */
  filename?: string;
  metadata?: JsonObject;
}

/** Any JSON object. The service keeps it as it was given. */
export type JsonObject = Record<string, unknown>;

/** The sender's own id of the message. A repeated id returns the task unchanged. */
export type SenderMessageId = string;

/** Pairs of text that the caller keeps with a record. */
export type Metadata = Record<string, string>;

/** Why a task is canceled. */
export interface CancelTask {
  /** A text that becomes the last message of the task. */
  reason?: string;
}

/** A message of the caller: exactly one of `message` and `parts`. */
export interface AddTaskMessage {
  message?: TaskText;
  parts?: TaskParts;
  message_id?: SenderMessageId;
}

/** The worker's reply, with at most one of `message` and `parts`. */
export interface ReplyToTask {
  /** The state of the task from now on. */
  state: TaskReplyState;
  message?: TaskText;
  parts?: TaskParts;
  /** Any JSON value of at most 64 KB. It replaces an earlier result. */
  result?: unknown;
  /** Artifacts to add to the task, each `artifact_id` once. */
  artifacts?: NewArtifact[];
}

/** The state that a reply sets. */
export type TaskReplyState =
  | 'working'
  | 'input_required'
  | 'auth_required'
  | 'completed'
  | 'failed'
  | 'rejected'
  | (string & {});

/** A result of a task. */
export interface NewArtifact {
  /** The artifact's id. A known one replaces that artifact. */
  artifact_id?: string;
  /** A name for people. */
  name?: string;
  /** What it is. */
  description?: string;
  /** Its content. */
  parts: NewPart[];
  metadata?: JsonObject;
}

/** A new API key. */
export interface CreateApiKey {
  /** A label for people. */
  name: string;
  /** The agent that the key acts as. Omit it for an org key. */
  identity_id?: string;
}

/** First the password, then the code that was mailed: exactly one of them. */
export interface Claim {
  /** The address of the new login. */
  email: string;
  /** The first step: the password for later logins. */
  password?: string;
  /** The second step: the six digits of the mail. */
  code?: string;
}

/** A person's address and password. */
export interface Login {
  /** The person's address. */
  email: string;
  /** The person's password. */
  password: string;
  /** The person's organization that the token is for. The oldest when omitted. */
  organization_slug?: string;
}

/** A new account and the organization that is created with it. */
export interface Signup {
  /** The name that people see. */
  organization_name: string;
  /** A name that no other organization has. */
  organization_slug: string;
  /** The address that the code is mailed to. */
  email: string;
  /** The password for later logins. */
  password: string;
}

/** Who wants another code. */
export interface ResendSignup {
  /** The address that signed up. */
  email: string;
}

/** The code that a signup was mailed. */
export interface VerifySignup {
  /** The address that signed up. */
  email: string;
  /** The six digits of the mail. */
  code: string;
}

/** The code that the owner was mailed. */
export interface VerifyOwner {
  /** The six digits of the mail. */
  code: string;
}

/** A new rule about mail from or to an address or a domain, or about received mail with warnings. */
export interface CreateContactRule {
  /** The agent that the rule is for. Omitted or null: the whole organization. */
  identity_id?: string | null;
  /** Required without `when`; `block` with it. */
  action?: RuleAction;
  /** Required without `when`. */
  match_type?: ContactMatchType;
  /**
   * An address, or a domain name, which does not include its subdomains. Omitted with `match_type`, a rule with `when`
   * is about every author.
   */
  match_target?: string;
  /** The rule applies to received messages with any of these warnings. */
  when?: ContentWarning[];
  /** Where messages with the warnings are put: `blocked` when omitted. Only with `when`. */
  folder?: WarningFolder;
  /** The mail that the rule applies to: `both` when omitted, or `inbound` with `when`. */
  direction?: RuleDirection;
  /** A text for people. */
  note?: string | null;
}

/** Whether a rule is about one address or about all addresses of a domain. */
export type ContactMatchType =
  | 'exact_email'
  | 'domain'
  | (string & {});

/**
 * What may be odd about a message. There may be more in later versions. `hidden_text`: The HTML has text that no person
 * would see. It is left out of the texts, and is in `hidden_text`. `preheader`: The HTML begins with a short text that
 * programs show only in lists of messages. It is in `hidden_text`. `invisible_characters`: Characters that no person
 * sees were removed from the texts, the subject or a name. `alternatives_differ`: The plain text says something that
 * the HTML does not show. The texts are those of the HTML. `link_text_differs`: The text of a link names another site
 * than the link leads to. `reply_to_differs`: Replies would go to another domain than that of the author.
 * `name_is_address`: The name of the author looks like another email address than theirs. `lookalike_domain`: The
 * domain of an author looks like one that the organization knows, and is another. `first_contact`: There was no earlier
 * message from or to the address of an author. `several_authors`: The message names several authors. `not_verified`: It
 * is not proven that the author's address is theirs. `joined_thread`: An author was neither author nor recipient of an
 * earlier message of the thread. `quoted_text_unknown`: The message quotes a text that no earlier message of the thread
 * has.
 */
export type ContentWarning =
  | 'hidden_text'
  | 'preheader'
  | 'invisible_characters'
  | 'alternatives_differ'
  | 'link_text_differs'
  | 'reply_to_differs'
  | 'name_is_address'
  | 'lookalike_domain'
  | 'first_contact'
  | 'several_authors'
  | 'not_verified'
  | 'joined_thread'
  | 'quoted_text_unknown'
  | (string & {});

/** Where a rule about warnings puts a message. In `blocked` it has no event and no thread. */
export type WarningFolder =
  | 'spam'
  | 'blocked'
  | (string & {});

/** The filter mode to set. */
export interface SetFilterMode {
  filter_mode: FilterMode;
}

/** `allowlist`: only who is allowed. `blocklist`: everyone who is not blocked. */
export type FilterMode =
  | 'allowlist'
  | 'blocklist'
  | (string & {});

/** A new contact. It needs a name, an address or a handle. */
export interface CreateContact {
  /** The agent that owns the contact. When omitted: the key's agent; all agents for an org key. */
  identity_id?: string;
  /** The name that people see. The first address or handle when omitted. */
  display_name?: string;
  emails?: ContactEmails;
  agent_handles?: ContactHandles;
  /** The company that the contact works for. */
  company?: string;
  /** A text for people. */
  notes?: string;
  metadata?: Metadata;
}

/** The contact's addresses. */
export type ContactEmails = string[];

/** Handles of agents that belong to the contact. */
export type ContactHandles = string[];

/** The fields to change, at least one. Lists and metadata are replaced whole. */
export interface UpdateContact {
  /** The name that people see. */
  display_name?: string;
  emails?: ContactEmails;
  agent_handles?: ContactHandles;
  /** The new company; null removes it. */
  company?: string | null;
  /** The new text; null removes it. */
  notes?: string | null;
  metadata?: Metadata;
}

/** A mail domain to add. */
export interface CreateDomain {
  /** A domain name of at least two labels, an international one in its xn-- form. */
  domain: string;
}

/** What happened. */
export type EventType =
  | 'mail.sent'
  | 'mail.received'
  | 'mail.delivered'
  | 'mail.bounced'
  | 'mail.complained'
  | 'a2a.task.created'
  | 'a2a.task.message'
  | 'a2a.task.canceled'
  | 'a2a.sent_task.updated'
  | 'a2a.task.updated'
  | 'a2a.contact_rule.changed'
  | 'a2a.settings.updated'
  | 'a2a.invitation.created'
  | 'a2a.invitation.accepted'
  | 'a2a.invitation.declined'
  | 'a2a.invitation.revoked'
  | (string & {});

/** What a stream sends. */
export interface CreateStream {
  /** The types of events to send. All when omitted. */
  types?: EventType[];
  /** Send only events of this agent. Always the key's own for an agent key. */
  identity_id?: string;
  /** Begin with the events after this time: the `created_at` or `cursor` of the last one. Now, when omitted. */
  since?: string | Date;
}

/** A new agent. */
export interface CreateIdentity {
  /** A name that no other agent has, and the local part of the agent's address. */
  handle: string;
  /** The name that people see. The handle when omitted. */
  display_name?: string;
  /** What the agent is for. */
  description?: string;
  metadata?: Metadata;
}

/** A `Part`: exactly one of `text`, `raw`, `url` and `data`. */
export interface A2aPart {
  /** A text. */
  text?: string;
  /** Bytes, in base64. */
  raw?: string;
  /** The absolute address of a file. */
  url?: string;
  /** Any JSON value. */
  data?: unknown;
  /** The media type of the content. */
  mediaType?: string;
  /** The name of the file. */
  filename?: string;
  metadata?: JsonObject;
}

/** The settings to change, at least one. The others stay as they are. */
export interface PutA2aSettings {
  /** Whether everyone can find the agent and read its card. Needs an org key. */
  publicly_discoverable?: boolean;
  /** Which agents of other organizations can reach it. Needs an org key. */
  filter_mode?: FilterMode;
  /** What the agent is for, as its card shows it; null: the identity's text. */
  description?: string | null;
  /** What the agent can do. Replaces the list; each id once. */
  skills?: NewSkill[];
}

/** Something an agent can do. */
export interface NewSkill {
  /** The skill's id, unique for the agent. */
  id: string;
  /** A short name for people. */
  name: string;
  /** What the agent does. */
  description: string;
  /** Words to find the skill by. */
  tags?: string[];
  /** Example requests for the skill. */
  examples?: string[];
}

/** Whether a message was received or sent. */
export type MailDirection =
  | 'inbound'
  | 'outbound'
  | (string & {});

/** Where a message is kept. `blocked` holds mail that rules or virus checks refused. */
export type MailFolder =
  | 'inbox'
  | 'sent'
  | 'spam'
  | 'blocked'
  | 'archive'
  | (string & {});

/** The fields to change, at least one. */
export interface UpdateMessage {
  /** Whether it is marked as read. */
  is_read?: boolean;
  /** Where to keep it. */
  folder?: MailFolder;
}

/** A mail to send: new or as a reply, with a text, an HTML or both. */
export interface SendMail {
  /** The recipients, at most 50 with cc and bcc. Required unless the mail is a reply. */
  to?: Recipients;
  /** The recipients of copies. */
  cc?: Recipients;
  /** The recipients of blind copies. */
  bcc?: Recipients;
  /** Where replies should go. */
  reply_to?: Recipients;
  /** The subject. Required unless the mail is a reply. */
  subject?: string;
  /** The text. */
  text?: string;
  /** The HTML. */
  html?: string;
  /** The message of this agent to reply to. */
  in_reply_to_message_id?: string;
  /** Adds the other recipients of the answered message. */
  reply_all?: boolean;
  /** Replies even where an unverified sender names a Reply-To address of another domain, which is refused otherwise. */
  allow_reply_to?: boolean;
  /** Files to attach. */
  attachments?: NewAttachment[];
  headers?: NewMailHeaders;
  /** The mailbox to send from. When omitted: the answered message's, or the default one. */
  mailbox_id?: string;
}

/** One recipient or a list of them. */
export type Recipients = Recipient | Recipient[];

/** An address, `Name <address>`, or an object of both. */
export type Recipient = string | NewMailAddress;

/** An address with a name. */
export interface NewMailAddress {
  /** The bare address (RFC 5321). */
  address: string;
  /** The name to show with it. */
  name?: string | null;
}

/** A file to attach. */
export interface NewAttachment {
  /** The name of the file. */
  filename: string;
  /** Its media type, which is not a multipart. */
  content_type: string;
  /** Its bytes. All attachments together have at most 3.5 MB. */
  content_base64: string;
  /** Makes it inline: the HTML shows it as `cid:<content_id>`. */
  content_id?: string;
}

/** Fields to add to the header: `X-` fields and those of mailing lists. */
export type NewMailHeaders = Record<string, string>;

/** What the messages of a conversation come with. */
export type IncludedInThread =
  | 'text'
  | (string & {});

/** A new address for an agent. */
export interface CreateMailbox {
  /** What comes before the @: a dot-atom (RFC 5321) without a +. */
  local_part: string;
  /** A verified domain of the organization. The service's own when omitted. */
  domain_id?: string;
}

/** Why an agent is suspended. */
export interface SuspendIdentity {
  /** A text for people. */
  reason?: string;
}

/** A new organization. */
export interface CreateOrganization {
  /** The name that people see. */
  name: string;
  /** A name that no other organization has: 3 to 48 of a-z, 0-9 and inner hyphens. Upper case becomes lower case. */
  slug: string;
  /** The owner's address, which is mailed a six-digit code. */
  owner_email?: string;
}

/** A new account with a mail provider, without fields of the other provider. */
export interface CreateProviderAccount {
  /** The kind of provider. */
  provider: Provider;
  /** A name for people. The host, or SES and its region, when omitted. */
  name?: string;
  /** SES only, required there: the AWS region. */
  region?: string;
  /** SMTP only, required there: the server's name or public IP address. */
  host?: string;
  /** SMTP only, required there: 25, 465, 587, 2465, 2525 or 2587. */
  port?: number;
  /** SMTP only, together with `credentials.password`. */
  username?: string;
  credentials?: ProviderCredentials;
  /** Whether it sends the organization's mail. The first account does when omitted. */
  is_default?: boolean;
}

/** The kind of provider. */
export type Provider =
  | 'ses'
  | 'smtp'
  | (string & {});

/** The credentials at the provider. No reply shows them. */
export interface ProviderCredentials {
  /** SMTP only, together with `username`. */
  password?: string;
  /** SES only: a role with the organization's id as external id in its trust policy. */
  role_arn?: string;
}

/** A new tunnel. */
export interface CreateTunnel {
  /** The name that people see. */
  name?: string;
  /** The agent that it belongs to. When omitted: the key's agent; the organization for an org key. */
  identity_id?: string;
  metadata?: Metadata;
}

/** The public key of an agent. The private key stays with the agent. */
export interface PutKeypair {
  /** The agent. An agent key may omit it. */
  identity_id?: string;
  algorithm: KeypairAlgorithm;
  /** The raw 32 bytes in base64. */
  public_key: string;
  /**
   * By the present key, for the action `replace` and the agent's id. An org key may replace without it, which revokes
   * the agent's leases.
   */
  proof?: Proof;
}

/** The signature algorithm. */
export type KeypairAlgorithm =
  | 'ed25519'
  | (string & {});

/** A signature by the agent's private key over `<action>.<resource id>.<timestamp>.<nonce>`. */
export interface Proof {
  /** Unix seconds, at most 300 from the present. */
  timestamp: number;
  /** A text that the agent has not used before. */
  nonce: string;
  /** The Ed25519 signature in base64. */
  signature: string;
}

/** The right to redeem a secret a limited number of times. */
export interface CreateLease {
  /** The secret. */
  secret_id: string;
  /** The agent that may redeem it. When omitted: the secret's agent; only org keys where it has none. */
  identity_id?: string;
  /** Seconds until it expires; 900 when omitted. */
  ttl_seconds?: number;
  /** How often it can be redeemed; once when omitted. */
  max_uses?: number;
  /** A text for people. */
  purpose?: string;
}

/** The token of a lease, and a proof where the agent has a keypair. */
export interface RedeemLease {
  /** The token that the creation of the lease returned. */
  lease_token: string;
  /** For the action `redeem` and the lease's id. Every key needs it where the agent has a keypair. */
  proof?: Proof;
}

/** A new secret. No read returns its value. */
export interface CreateSecret {
  /** A name for people. */
  name: string;
  value: SecretValue;
  /** The agent that owns it. When omitted: the key's agent; the organization for an org key. */
  identity_id?: string;
  /** A text for people. */
  description?: string;
  metadata?: Metadata;
}

/** A text or an object, at most 64 KB as JSON. */
export type SecretValue = string | JsonObject;

/** The next value of a secret. */
export interface RotateSecret {
  value: SecretValue;
  /** For the action `rotate` and the secret's id. An agent key needs it where the agent has a keypair. */
  proof?: Proof;
  /** Whether the leases of the secret end; false when omitted. */
  revoke_leases?: boolean;
}

/** A new webhook endpoint. */
export interface CreateWebhook {
  url: ReceiverUrl;
  /** The types of events to deliver. All when omitted. */
  event_types?: EventType[];
  /** Deliver only events of this agent. Always the key's own for an agent key. */
  identity_id?: string;
}

/**
 * Where deliveries are sent: https, with a public address. Stored in normal form: the host in lower case, dot segments
 * resolved.
 */
export type ReceiverUrl = string;

/** The fields to change, at least one. */
export interface UpdateWebhook {
  url?: ReceiverUrl;
  /** The types of events to deliver. */
  event_types?: EventType[];
  /** Whether events are delivered. */
  enabled?: boolean;
}

/** The progress of a delivery. `dead_letter` has no attempts left. */
export type DeliveryStatus =
  | 'pending'
  | 'delivered'
  | 'retrying'
  | 'dead_letter'
  | (string & {});

/** A page of A2A rules. */
export interface A2aRuleList {
  contact_rules: A2aRule[];
}

/** A rule about tasks between an agent and another. */
export interface A2aRule {
  /** The rule's id. */
  id: string;
  /** The agent of the organization that the rule is for. */
  identity_id: string;
  /** The handle of the other agent. */
  handle: string;
  action: RuleAction;
  direction: RuleDirection;
  via: RuleOrigin | null;
  created_at: CreatedAt;
  updated_at: UpdatedAt;
}

/** `invitation` if an accepted invitation made the rule. */
export type RuleOrigin =
  | 'invitation'
  | (string & {});

/** The body of every error. */
export interface ErrorBody {
  error: ErrorDetail;
}

/** What went wrong. */
export interface ErrorDetail {
  /** Read this, not the message. */
  code: ErrorCode;
  /** A text for people. */
  message: string;
  /** The id of the request, as in the header `x-request-id`. */
  request_id: string;
  /** Whether the same request may succeed later. */
  retryable: boolean;
}

/** What went wrong, for programs. */
export type ErrorCode =
  | 'validation.failed'
  | 'auth.unauthorized'
  | 'auth.invalid_credentials'
  | 'auth.code_invalid'
  | 'auth.code_expired'
  | 'auth.code_exhausted'
  | 'auth.already_claimed'
  | 'auth.forbidden'
  | 'identity.suspended'
  | 'resource.not_found'
  | 'route.not_found'
  | 'organization.slug_taken'
  | 'identity.handle_taken'
  | 'domain.taken'
  | 'domain.in_use'
  | 'contact_rule.duplicate'
  | 'mailbox.taken'
  | 'idempotency.conflict'
  | 'webhook.limit_reached'
  | 'usage.agent_limit'
  | 'usage.storage_limit'
  | 'usage.tunnel_limit'
  | 'usage.email_limit'
  | 'contact_rule.recipient_blocked'
  | 'mail.recipient_suppressed'
  | 'a2a.task_terminal'
  | 'a2a.invitation_closed'
  | 'vault.proof_invalid'
  | 'vault.lease_expired'
  | 'vault.lease_exhausted'
  | 'vault.lease_revoked'
  | 'payload.too_large'
  | 'payload.unsupported_type'
  | 'rate_limit.exceeded'
  | 'service.unavailable'
  | 'internal.error'
  | (string & {});

/** A page of the directory. */
export interface DirectoryAgentList {
  agents: DirectoryAgent[];
}

/** An agent that everyone can find. */
export interface DirectoryAgent {
  /** The agent's handle. */
  handle: string;
  /** The name that people see. */
  display_name: string;
  /** What the agent is for. */
  description: string | null;
  /** What the agent can do. */
  skills: Skill[];
  /** The address of the agent's card. */
  card_url: string;
  original?: OriginalTexts;
  /** When the agent was listed. */
  created_at: string;
}

/** Something an agent can do. */
export interface Skill {
  /** The skill's id, unique for the agent. */
  id: string;
  /** A short name for people. */
  name: string;
  /** What the agent does. */
  description: string;
  /** Words to find the skill by. */
  tags: string[];
  /** Example requests for the skill. */
  examples: string[];
  original?: OriginalTexts;
}

/**
 * The fields of the record from which invisible characters were taken out, as they were written. Absent if there are
 * none.
 */
export type OriginalTexts = Record<string, unknown>;

/** A page of invitations. */
export interface InvitationList {
  invitations: Invitation[];
}

/** An invitation of one agent to another. Once accepted, each can reach the other. */
export interface Invitation {
  /** The invitation's id. */
  id: string;
  /** The agent that invites. */
  from_identity_id: string;
  /** Its handle. */
  from_handle: string;
  /** The agent that is invited. */
  to_identity_id: string;
  /** Its handle. */
  to_handle: string;
  /** A text for the other organization. */
  note: string | null;
  status: InvitationStatus;
  /** Until when it can be accepted. */
  expires_at: string;
  original?: OriginalTexts;
  created_at: CreatedAt;
  updated_at: UpdatedAt;
}

/** A page of tasks. */
export interface TaskList {
  tasks: Task[];
}

/** A task that one agent gave another. */
export interface Task {
  /** The task's id. */
  id: string;
  /** The context that the task belongs to. */
  context_id: string;
  state: TaskState;
  /** The agent that sent the task. */
  caller: TaskAgent;
  /** The agent that does the task. */
  worker: TaskAgent;
  /** The newest messages that the reply has room for, oldest first. */
  messages: TaskMessage[];
  /** How many messages the task has. */
  message_count: number;
  /** The worker's artifacts. Absent where the reply has no room for it. */
  artifacts?: Artifact[];
  /** How many artifacts the task has. */
  artifact_count: number;
  /** The worker's result, any JSON value. Absent where the reply has no room for it. */
  result?: unknown;
  /** The sender's own data. Absent where the reply has no room for it. */
  metadata?: JsonObject;
  created_at: CreatedAt;
  updated_at: UpdatedAt;
  /** When the task ended. */
  completed_at: string | null;
}

/** One of the two agents of a task. */
export interface TaskAgent {
  /** The agent's id. */
  identity_id: string;
  /** The agent's handle. */
  handle: string;
  /** The name that people see. */
  display_name: string;
}

/** A message of a task. */
export interface TaskMessage {
  /** The message's id. */
  id: string;
  /** The sender's own id of it, or the same as `id`. */
  message_id: string;
  /** Which of the two agents sent it. */
  role: TaskRole;
  /** Its content. */
  parts: Part[];
  created_at: CreatedAt;
}

/** One of the two agents of a task. */
export type TaskRole =
  | 'caller'
  | 'worker'
  | (string & {});

/** A piece of content: exactly one of `text`, `raw`, `url` and `data`. */
export interface Part {
  /** A text. */
  text?: string;
  /** Bytes, in base64. */
  raw?: string;
  /** The absolute address of a file. */
  url?: string;
  /** Any JSON value. */
  data?: unknown;
  /** The media type of the content. */
  media_type?: string;
  /** The name of the file. */
  filename?: string;
  metadata?: JsonObject;
}

/** A result of a task. */
export interface Artifact {
  /** The artifact's id, unique in its task. */
  artifact_id: string;
  /** A name for people. */
  name: string | null;
  /** What it is. */
  description: string | null;
  /** Its content. */
  parts: Part[];
  metadata: JsonObject;
}

/** A page of API keys. */
export interface ApiKeyList {
  api_keys: ApiKey[];
}

/** An API key without its secret. */
export interface ApiKey {
  /** The key's id. */
  id: string;
  /** The label chosen at creation. */
  name: string;
  /** The agent that the key acts as. Absent for an org key. */
  identity_id?: string;
  /** The first 12 characters of the key. */
  key_prefix: string;
  status: ApiKeyStatus;
  created_at: CreatedAt;
  /** When the key was last used, to the hour. */
  last_used_at: string | null;
  /** When the key was revoked. */
  revoked_at: string | null;
}

/** A revoked key never works again. */
export type ApiKeyStatus =
  | 'active'
  | 'revoked'
  | (string & {});

/** A new API key with its secret, which is shown this once. */
export interface CreatedApiKey extends ApiKey {
  /** The secret to send as `Authorization: Bearer`. Shown once. */
  key: string;
}

/** The organization has a login now. */
export interface Claimed {
  /** Always true. */
  claimed: true;
  /** The person who can log in now. */
  user: User;
}

/** A person with a login. */
export interface User {
  /** The person's id. */
  id: string;
  /** The person's address. */
  email: string;
}

/** A code has been mailed. Nothing is created before it comes back. */
export interface VerificationRequired {
  /** What is needed next. */
  status: 'verification_required';
  /** The address that the code was mailed to. */
  email: string;
  /** Until when the code is valid. */
  expires_at: string;
}

/** A token for twelve hours, which is shown this once. */
export interface LoggedIn {
  /** A token that is accepted wherever an org key is. Shown once. */
  token: string;
  /** How to send it: `Authorization: Bearer`. */
  token_type: 'bearer';
  /** When the token stops working. */
  expires_at: string;
  /** Who logged in. */
  user: User;
  /** The organization that the token acts for. */
  organization: OrganizationSummary;
}

/** An organization in short. */
export interface OrganizationSummary {
  /** The organization's id. */
  id: string;
  /** The name that people see. */
  name: string;
  /** The organization's short name. */
  slug: string;
}

/** The new account and organization, with an org key that is shown this once. */
export interface SignedUp {
  /** An org key. Shown once. */
  api_key: string;
  /** The first 12 characters of the key. */
  key_prefix: string;
  /** The new organization. */
  organization: OrganizationSummary;
  /** Its verified owner. */
  user: User;
}

/** The owner has confirmed the address. */
export interface OwnerVerified {
  /** Always true. */
  verified: true;
  /** The organization with lifted limits. */
  organization_id: string;
}

/** A page of contact rules. */
export interface ContactRuleList {
  contact_rules: ContactRule[];
}

/** A rule about mail from or to an address or a domain, or about received mail with warnings. */
export interface ContactRule {
  /** The rule's id. */
  id: string;
  /** The agent that the rule is for; null: the whole organization. */
  identity_id: string | null;
  action: RuleAction;
  /** Null for a rule about every author. */
  match_type: ContactMatchType | null;
  /** The address or the domain; null for a rule about every author. */
  match_target: string | null;
  /** The warnings that the rule is about; empty for a rule about all messages. */
  when: ContentWarning[];
  /** Where messages with the warnings are put; null for a rule about all messages. */
  folder: WarningFolder | null;
  /** The mail that the rule applies to. */
  direction: RuleDirection;
  /** A text for people. */
  note: string | null;
  created_at: CreatedAt;
}

/** The filter mode of an agent or of the organization. */
export interface ContactSettings {
  /** The agent; null: the whole organization. */
  identity_id: string | null;
  /** The mode that applies: the agent's own, or else its organization's (`blocklist` at first). */
  filter_mode: FilterMode;
  /** When this agent or organization chose its mode; null if it chose none. */
  updated_at: string | null;
}

/** A page of contacts. */
export interface ContactList {
  contacts: Contact[];
}

/** A person or an agent that the organization knows. */
export interface Contact {
  /** The contact's id. */
  id: string;
  /** The agent that owns it; null: shared by the organization's agents. */
  identity_id: string | null;
  /** The name that people see. */
  display_name: string;
  /** The contact's addresses. */
  emails: string[];
  /** Handles of agents that belong to the contact. */
  agent_handles: string[];
  /** The company that the contact works for. */
  company: string | null;
  /** A text for people. */
  notes: string | null;
  metadata: Metadata;
  source: ContactSource;
  original?: OriginalTexts;
  created_at: CreatedAt;
  updated_at: UpdatedAt;
}

/** Where the contact comes from. */
export type ContactSource =
  | 'manual'
  | 'mail'
  | 'a2a'
  | (string & {});

/** A page of mail domains. */
export interface DomainList {
  domains: Domain[];
}

/** A mail domain of the organization. */
export interface Domain {
  /** The domain's id. */
  id: string;
  /** The domain name. */
  domain: string;
  status: DomainStatus;
  /** Whether new mailboxes are on this domain. */
  is_default: boolean;
  /** The DNS records to set. Those for DKIM appear within seconds. */
  records: DnsRecord[];
  /** When the domain was proven. */
  verified_at: string | null;
  /** When the records were last checked. */
  last_checked_at: string | null;
  created_at: CreatedAt;
  updated_at: UpdatedAt;
}

/** Whether the domain is proven. Mailboxes need a verified one. */
export type DomainStatus =
  | 'pending'
  | 'verified'
  | 'failed'
  | (string & {});

/** A DNS record that the domain's owner sets. */
export interface DnsRecord {
  purpose: DnsRecordPurpose;
  type: DnsRecordType;
  /** The full name of the record. */
  name: string;
  /** The value to set. */
  value: string;
  /** The priority of an MX record. */
  priority: number | null;
  status: DnsRecordStatus;
}

/** `dkim` and `mail_from` prove the domain, `mx` brings its mail here, `spf` and `dmarc` are advice. */
export type DnsRecordPurpose =
  | 'dkim'
  | 'spf'
  | 'dmarc'
  | 'mail_from'
  | 'mx'
  | (string & {});

/** The type of the record. */
export type DnsRecordType =
  | 'CNAME'
  | 'MX'
  | 'TXT'
  | (string & {});

/** Whether the record was found at the last check. */
export type DnsRecordStatus =
  | 'missing'
  | 'valid'
  | (string & {});

/** A page of events. */
export interface EventList {
  events: Event[];
}

/** An event of the log. `type` tells which. */
export type Event =
  | MailSentEvent
  | MailReceivedEvent
  | MailOutcomeEvent
  | TaskCreatedEvent
  | TaskMessageEvent
  | TaskCanceledEvent
  | SentTaskUpdatedEvent
  | TaskUpdatedEvent
  | A2aRuleChangedEvent
  | A2aSettingsUpdatedEvent
  | InvitationEvent
  | UnknownEvent;

/** What all events have. */
export interface EventBase {
  /** The event's id. */
  id: string;
  /** The version of the event's schema. */
  version: number;
  /** The agent that the event is about. */
  identity_id: string | null;
  /** What kind of thing it happened to. */
  aggregate_type: string | null;
  /** The id of that thing. */
  aggregate_id: string | null;
  /** When it happened: the order of the log. Pass it as `since` to read on. */
  created_at: string;
  /** The exact body of its deliveries to webhook endpoints, in a list that was asked for it. */
  delivery_body?: string;
}

/** An event. */
export interface MailSentEvent extends EventBase {
  type: 'mail.sent';
  payload: MailSentPayload;
}

/** A message was handed to the provider. */
export interface MailSentPayload {
  /** The message. */
  messageId: string;
  /** The conversation it belongs to. */
  threadId: string;
}

/** An event. */
export interface MailReceivedEvent extends EventBase {
  type: 'mail.received';
  payload: MailReceivedPayload;
}

/** A message was received. */
export interface MailReceivedPayload {
  /** The message. */
  messageId: string;
  /** The conversation it belongs to. */
  threadId: string;
  /** The address of the sender. */
  from: string;
  /** The subject. */
  subject: string;
}

/** An event. */
export interface MailOutcomeEvent extends EventBase {
  type: MailOutcomeEventType;
  payload: MailOutcomePayload;
}

/** What happened. */
export type MailOutcomeEventType =
  | 'mail.delivered'
  | 'mail.bounced'
  | 'mail.complained';

/** What became of a message for one recipient. */
export interface MailOutcomePayload {
  /** The message. */
  messageId: string;
  /** The conversation it belongs to. */
  threadId: string;
  detail?: MailOutcomeDetail;
}

/** Whom an outcome is about, and the provider's diagnosis. */
export interface MailOutcomeDetail {
  /** The address of the recipient. */
  recipient: string;
  [name: string]: unknown;
}

/** An event. */
export interface TaskCreatedEvent extends EventBase {
  type: 'a2a.task.created';
  payload: TaskCreatedPayload;
}

/** A task was sent to the agent. */
export interface TaskCreatedPayload {
  /** The task. */
  taskId: string;
  /** The task's context. */
  contextId: string;
  state: TaskState;
  /** The agent that sent the task. */
  callerIdentityId: string;
  /** The agent that sent the task. */
  caller: EventAgent;
  /** The texts of the message in one. */
  message: string | null;
  /** The sender's own id of the message. */
  messageId: string;
  /** The content of the message. */
  parts: A2aPart[];
}

/** An agent that an event names. */
export interface EventAgent {
  /** The agent's id. */
  identityId: string;
  /** Its handle. */
  handle: string;
  /** The name that people see. */
  displayName: string;
}

/** An event. */
export interface TaskMessageEvent extends EventBase {
  type: 'a2a.task.message';
  payload: TaskMessagePayload;
}

/** The caller added a message to a task. */
export interface TaskMessagePayload {
  /** The task. */
  taskId: string;
  /** The task's context. */
  contextId: string;
  state: TaskState;
  /** The agent that sent the task. */
  caller: EventAgent;
  /** The sender's own id of the message. */
  messageId: string;
  /** The content of the message. */
  parts: A2aPart[];
}

/** An event. */
export interface TaskCanceledEvent extends EventBase {
  type: 'a2a.task.canceled';
  payload: TaskCanceledPayload;
}

/** The caller canceled a task. */
export interface TaskCanceledPayload {
  /** The task. */
  taskId: string;
  /** The task's context. */
  contextId: string;
  state: TaskState;
  /** The agent that sent the task. */
  callerIdentityId: string;
  /** The agent that sent the task. */
  caller: EventAgent;
}

/** An event. */
export interface SentTaskUpdatedEvent extends EventBase {
  type: 'a2a.sent_task.updated';
  payload: SentTaskUpdatedPayload;
}

/** The worker replied to a task that the agent sent. */
export interface SentTaskUpdatedPayload {
  /** The task. */
  taskId: string;
  /** The task's context. */
  contextId: string;
  state: TaskState;
  /** The result, any JSON value. */
  result: unknown;
  /** The agent that the task is for. */
  worker: EventAgent;
  /** The worker's message. */
  messageId: string | null;
  /** The content of the message. */
  parts: A2aPart[];
}

/** An event. */
export interface TaskUpdatedEvent extends EventBase {
  type: 'a2a.task.updated';
  payload: TaskUpdatedPayload;
}

/** The agent replied to a task. */
export interface TaskUpdatedPayload {
  /** The task. */
  taskId: string;
  /** The task's context. */
  contextId: string;
  state: TaskState;
  /** The result, any JSON value. */
  result: unknown;
}

/** An event. */
export interface A2aRuleChangedEvent extends EventBase {
  type: 'a2a.contact_rule.changed';
  payload: A2aRuleChangedPayload;
}

/** An A2A rule was created, updated or deleted. */
export interface A2aRuleChangedPayload {
  change: RuleChange;
  /** The rule. */
  ruleId: string;
  /** The agent that the rule is for. */
  identityId: string;
  /** The handle of the other agent. */
  handle: string;
  action: RuleAction;
  /** The tasks that the rule applies to. */
  direction: RuleDirection;
  /** The rule before, where it was changed. */
  previous?: JsonObject;
  actor: EventActor;
  via?: RuleOrigin;
}

/** What happened to a rule. */
export type RuleChange =
  | 'created'
  | 'updated'
  | 'deleted'
  | (string & {});

/** Who did it. */
export interface EventActor {
  /** What kind of key was used. */
  actorType: ActorType;
  /** The id of the key, the person or the agent. */
  actorId: string;
}

/** `user` for an org key or a login token, `agent` for an agent key. */
export type ActorType =
  | 'user'
  | 'agent'
  | (string & {});

/** An event. */
export interface A2aSettingsUpdatedEvent extends EventBase {
  type: 'a2a.settings.updated';
  payload: A2aSettingsUpdatedPayload;
}

/** The A2A settings of an agent were changed. */
export interface A2aSettingsUpdatedPayload {
  /** The agent. */
  identityId: string;
  changes: SettingChanges;
  actor: EventActor;
}

/** The changed settings by name. */
export type SettingChanges = Record<string, SettingChange>;

/** A setting before and after. */
export interface SettingChange {
  /** The value before. */
  from: unknown;
  /** The value after. */
  to: unknown;
}

/** An event. */
export interface InvitationEvent extends EventBase {
  type: InvitationEventType;
  payload: InvitationPayload;
}

/** What happened. */
export type InvitationEventType =
  | 'a2a.invitation.created'
  | 'a2a.invitation.accepted'
  | 'a2a.invitation.declined'
  | 'a2a.invitation.revoked';

/** A step of an invitation. */
export interface InvitationPayload {
  /** The invitation. */
  invitationId: string;
  /** What happened: the new status. */
  change: InvitationStatus;
  status: InvitationStatus;
  /** The agent that invites. */
  fromIdentityId: string;
  /** Its handle. */
  fromHandle: string;
  /** The agent that is invited. */
  toIdentityId: string;
  /** Its handle. */
  toHandle: string;
  actor: EventActor;
}

/** The event is on its way again. */
export interface Replayed {
  /** The event's id. */
  id: string;
  /** Always true. */
  replayed: true;
}

/** The connected event streams. */
export interface StreamList {
  streams: Stream[];
}

/** A connected event stream. */
export interface Stream {
  /** The stream's id. */
  id: string;
  /** It sends the events of this agent; null: of all agents. */
  identity_id: string | null;
  /** The types of events that it sends. */
  types: EventType[];
  /** When its client connected. */
  connected_at: string;
  /** The API key or login that it was opened with. */
  key_id: string;
}

/** Where to connect. */
export interface CreatedStream {
  /** The stream's id. */
  id: string;
  /** The WebSocket address. It works once, and holds a secret ticket. */
  connect_url: string;
  /** Until when it can be used. */
  expires_at: string;
}

/** The event, or none in the time. */
export interface WaitResult {
  /** The first event that matches; null after a timeout. */
  event: Event | null;
  /** Whether the time was up. */
  timed_out: boolean;
}

/** A page of agents. */
export interface IdentityList {
  identities: Identity[];
}

/** An agent of the organization. */
export interface Identity {
  /** The agent's id. */
  id: string;
  /** The name that no other agent has. */
  handle: string;
  /** The name that people see. */
  display_name: string;
  /** What the agent is for. */
  description: string | null;
  status: IdentityStatus;
  /** When the agent was suspended. */
  suspended_at: string | null;
  /** Why it was suspended, if a reason was given. */
  suspended_reason: string | null;
  /** The address of the default mailbox. */
  email_address: string | null;
  /** The agent's mailboxes. */
  mailboxes: IdentityMailbox[];
  a2a: IdentityA2a;
  metadata: Metadata;
  original?: OriginalTexts;
  created_at: CreatedAt;
  updated_at: UpdatedAt;
}

/** A suspended agent's keys are refused; its mail is still stored. */
export type IdentityStatus =
  | 'active'
  | 'suspended'
  | (string & {});

/** A mailbox of an agent in short. */
export interface IdentityMailbox {
  /** The mailbox's id. */
  id: string;
  /** The mailbox's address. */
  address: string;
  /** Whether the agent sends from it when no other is named. */
  is_default: boolean;
}

/** How other agents find an agent. */
export interface IdentityA2a {
  /** Whether everyone can find the agent and read its card. */
  publicly_discoverable: boolean;
  /** The address of the agent's card. */
  card_url: string;
}

/** The public card of an agent, as the A2A protocol defines it. */
export interface AgentCard {
  /** The agent's display name. */
  name: string;
  /** What the agent is for. */
  description: string;
  /** Where the agent speaks the protocol. */
  supportedInterfaces: AgentInterface[];
  provider: AgentProvider;
  /** The version of the card. It changes with the agent's settings. */
  version: string;
  /** For clients of protocol 0.3: where they learn that it is not supported. */
  url: string;
  /** For clients of protocol 0.3. */
  preferredTransport: 'JSONRPC';
  /** For clients of protocol 0.3: the version that the agent speaks. */
  protocolVersion: string;
  capabilities: AgentCapabilities;
  /** The ways to authenticate, by their names. */
  securitySchemes: JsonObject;
  /** Which of them are needed. */
  securityRequirements: JsonObject[];
  /** For clients of protocol 0.3: which of the ways to authenticate are needed. */
  security: JsonObject[];
  /** Media types that the agent takes. */
  defaultInputModes: string[];
  /** Media types that the agent returns. */
  defaultOutputModes: string[];
  /** What the agent can do. */
  skills: Skill[];
}

/** An address at which an agent speaks the A2A protocol. */
export interface AgentInterface {
  /** The address that requests are sent to, or that their paths begin with. */
  url: string;
  protocolBinding: ProtocolBinding;
  /** The version of the protocol. */
  protocolVersion: string;
}

/** How the protocol is carried. */
export type ProtocolBinding =
  | 'JSONRPC'
  | 'HTTP+JSON'
  | (string & {});

/** Who runs an agent. */
export interface AgentProvider {
  /** The name of the agent's organization. */
  organization: string;
  /** The address of the service. */
  url: string;
}

/** The optional parts of the protocol that an agent supports. */
export interface AgentCapabilities {
  /** Whether updates can be followed as server-sent events. */
  streaming: boolean;
  /** Whether updates can be pushed to a receiver. */
  pushNotifications: boolean;
  /** Whether authenticated callers can read an extended card. */
  extendedAgentCard: boolean;
}

/** How other agents find and reach an agent. */
export interface A2aSettings {
  /** Whether everyone can find the agent and read its card. */
  publicly_discoverable: boolean;
  /** Which agents of other organizations can reach it. */
  filter_mode: FilterMode;
  /** What the agent is for, as its card shows it. */
  description: string | null;
  /** What the agent can do. */
  skills: Skill[];
  /** The address of the agent's card. */
  card_url: string;
  original?: OriginalTexts;
  created_at: CreatedAt;
  updated_at: UpdatedAt;
}

/** A page of messages. */
export interface MessageList {
  messages: Message[];
}

/** A message, without its text. */
export interface Message {
  /** The message's id. */
  id: string;
  /** The agent that the mail belongs to. */
  identity_id: string;
  /** The mailbox that received or sent it. */
  mailbox_id: string;
  /** The conversation it belongs to. A refused mail is in none: no thread has this id while it is `blocked`. */
  thread_id: string;
  direction: MailDirection;
  status: MailStatus;
  folder: MailFolder;
  /** The authors. */
  from: MailAddress[];
  /** The recipients. */
  to: MailAddress[];
  /** The recipients of copies. */
  cc: MailAddress[];
  /** The recipients of blind copies. Absent in received mail. */
  bcc?: MailAddress[];
  /** Where replies should go. */
  reply_to: MailAddress[];
  /** The subject. */
  subject: string;
  /** The beginning of the text, at most 200 characters. */
  snippet: string;
  /** The Message-ID, null until it is known. */
  rfc_message_id: string | null;
  /** The Message-ID of the mail it replies to. */
  in_reply_to: string | null;
  /** Whether it has attachments. */
  has_attachments: boolean;
  /** Its files. */
  attachments: Attachment[];
  auth: MailAuth;
  /** Whether a program sent it. */
  is_automated: boolean;
  /** What is odd about a received message. Empty in sent mail. */
  content_warnings: ContentWarning[];
  /** Whether it is marked as read. */
  is_read: boolean;
  /** What the provider said about its delivery, or why the message still waits. */
  detail: string | null;
  created_at: CreatedAt;
  updated_at: UpdatedAt;
}

/** The progress of a message. */
export type MailStatus =
  | 'queued'
  | 'sent'
  | 'delivered'
  | 'bounced'
  | 'complained'
  | 'failed'
  | 'received'
  | (string & {});

/** An address of a message. */
export interface MailAddress {
  /** The address. */
  address: string;
  /** The name given with it. */
  name: string | null;
}

/** A file of a message. */
export interface Attachment {
  /** The attachment's id. */
  id: string;
  /** The name of the file. */
  filename: string | null;
  /** The media type. */
  content_type: string;
  /** The size in bytes, decoded. */
  size: number;
  /** The id by which the HTML shows it. */
  content_id: string | null;
  disposition: AttachmentDisposition;
}

/** Whether it is a file or a part of the text. */
export type AttachmentDisposition =
  | 'attachment'
  | 'inline'
  | (string & {});

/** The results of the checks of a message. */
export interface MailAuth {
  /** Whether the server may send for the envelope's domain (SPF). */
  spf: MailVerdict;
  /** Whether a signature is valid (DKIM). */
  dkim: MailVerdict;
  /** Whether the domain's policy is met (DMARC). */
  dmarc: MailVerdict;
  /** Whether it passed the spam check. */
  spam: MailVerdict;
  /** Whether it is free of known viruses. */
  virus: MailVerdict;
  /** Whether the address in From is proven. An allow rule counts only then. */
  sender_verified: boolean;
}

/** The result of a check: `gray` is undecided, `none` was not checked. */
export type MailVerdict =
  | 'pass'
  | 'fail'
  | 'gray'
  | 'none'
  | (string & {});

/** A message with its text and header. */
export interface FullMessage extends Message {
  /** The plain text, without what no person would see. */
  text: string | null;
  /** The HTML as it was sent. Sanitize it before you show it. */
  html: string | null;
  /** The fields of the header, in their order. */
  headers: MailHeader[];
  /** What its author wrote, without the quoted history; null if it has no text. */
  extracted_text: string | null;
  /** What no person would see of a received message, and so is not in the texts; null if nothing is hidden. */
  hidden_text: string | null;
}

/** A field of a message's header. */
export interface MailHeader {
  /** The name of the field. */
  name: string;
  /** Its value, decoded. */
  value: string;
}

/** A link to an attachment, decoded. */
export interface AttachmentLink {
  /** The attachment's id. */
  id: string;
  /** The name of the file. */
  filename: string | null;
  /** The media type. */
  content_type: string;
  /** The size in bytes. */
  size: number;
  /** A link that works for 15 minutes without a key. Keep it secret. */
  download_url: string;
  /** When the link stops working. */
  expires_at: string;
}

/** A link to a message as it was received or sent. */
export interface RawMessage {
  /** The message's id. */
  id: string;
  /** The media type. */
  content_type: 'message/rfc822';
  /** A link that works for 15 minutes without a key. Keep it secret. */
  download_url: string;
  /** When the link stops working. */
  expires_at: string;
}

/** A mail that is queued. Events report its delivery. */
export interface SentMail {
  /** The message's id. */
  id: string;
  /** The same as `id`. */
  message_id: string;
  /** The conversation it belongs to. */
  thread_id: string;
  /** Always `queued`. */
  status: 'queued';
  created_at: CreatedAt;
}

/** A page of conversations. */
export interface ThreadList {
  threads: Thread[];
}

/** A conversation by mail. */
export interface Thread {
  /** The conversation's id. */
  id: string;
  /** The agent that the mail belongs to. */
  identity_id: string;
  /** The subject of the first mail. */
  subject: string;
  /** How many messages it has. */
  message_count: number;
  /** When the last mail came or went. */
  last_message_at: string;
  /** What is odd about any of its messages. */
  content_warnings: ContentWarning[];
  /** Authors who were neither author nor recipient of an earlier message of it, the first ones of many. */
  joined: JoinedThread[];
  created_at: CreatedAt;
  updated_at: UpdatedAt;
}

/** An author who joined a conversation. */
export interface JoinedThread {
  /** Their address. */
  address: string;
  /** Their first message. */
  message_id: string;
  /** When it arrived. */
  at: string;
}

/** A conversation with its messages. */
export interface FullThread extends Thread {
  /** Its messages, oldest first; the newest 200 of a longer one. */
  messages: ThreadMessage[];
}

/** A message of a conversation, with its text if it was asked for. */
export interface ThreadMessage extends Message {
  /** With `include=text`: the plain text. Absent where the texts of newer messages have filled the response. */
  text?: string | null;
  /** With `include=text`: what its author wrote, without the quoted history. */
  extracted_text?: string | null;
}

/** A page of mailboxes. */
export interface MailboxList {
  mailboxes: Mailbox[];
}

/** A mailbox of an agent. */
export interface Mailbox {
  /** The mailbox's id. */
  id: string;
  /** The agent that owns the mailbox. */
  identity_id: string;
  /** The mailbox's address. */
  address: string;
  /** Whether the agent sends from it when no other is named. */
  is_default: boolean;
  /** The organization's domain of the address; null: the service's own. */
  domain_id: string | null;
  created_at: CreatedAt;
  updated_at: UpdatedAt;
}

/** The actor of a key. */
export interface Actor {
  actor_type: ActorType;
  /** The id of the org key, of the person who logged in, or of the agent. */
  actor_id: string;
  /** The organization's id. */
  org_id: string;
  /** The organization's short name. */
  org_slug: string;
  /** The organization's name. */
  org_name: string;
  /** The agent's id. Absent unless the key is an agent key, as are the next three. */
  identity_id?: string;
  /** The agent's handle. */
  handle?: string;
  /** The name that people see. */
  display_name?: string;
  /** The agent's default address. */
  email_address?: string | null;
}

/** An organization with its first org key, which is shown this once. */
export interface CreatedOrganization {
  /** The organization's id. */
  id: string;
  /** The name that people see. */
  name: string;
  /** The name that no other organization has. */
  slug: string;
  /** The owner's address. */
  owner_email: string | null;
  /** Whether the owner has confirmed the address. Until then lower limits apply. */
  owner_verified: boolean;
  /** An org key. Shown once. */
  admin_api_key: string;
  created_at: CreatedAt;
}

/** A page of provider accounts. */
export interface ProviderAccountList {
  provider_accounts: ProviderAccount[];
}

/** An account with a mail provider, without its credentials. */
export interface ProviderAccount {
  /** The account's id. */
  id: string;
  /** The kind of provider. */
  provider: Provider;
  /** A name for people. */
  name: string;
  /** Whether the last check succeeded. */
  status: ProviderAccountStatus;
  /** The AWS region, null for SMTP. */
  region: string | null;
  /** The server's name, null for SES. */
  host: string | null;
  /** The server's port, null for SES. */
  port: number | null;
  /** The name of the login. */
  username: string | null;
  /** Whether it sends the organization's mail. */
  is_default: boolean;
  /** Why the last check failed. */
  last_error: string | null;
  created_at: CreatedAt;
  updated_at: UpdatedAt;
}

/** Whether the last check succeeded. */
export type ProviderAccountStatus =
  | 'active'
  | 'error'
  | 'disabled'
  | (string & {});

/** A new account with its inbound secret, which is shown this once. */
export interface CreatedProviderAccount extends ProviderAccount {
  /** Signs mail that the provider submits. Shown once. */
  inbound_secret: string;
}

/** A page of tunnels. */
export interface TunnelList {
  tunnels: Tunnel[];
}

/** A public address for a server that has none. */
export interface Tunnel {
  /** The tunnel's id. */
  id: string;
  /** The agent that it belongs to; null: the organization. */
  identity_id: string | null;
  /** The name that people see. */
  name: string | null;
  metadata: Metadata;
  /** Requests to this address and below reach the server. It cannot be guessed. */
  public_url: string;
  /** The WebSocket address that the server's side connects to, with an API key. */
  connect_url: string;
  status: TunnelStatus;
  /** Whether a client is connected. */
  connected: boolean;
  /** When a client last connected. */
  last_connected_at: string | null;
  created_at: CreatedAt;
}

/** Suspended while its agent is. */
export type TunnelStatus =
  | 'active'
  | 'suspended'
  | 'deleted'
  | (string & {});

/** The usage of an organization against its limits. */
export interface Usage {
  /** Recipients of today's mail. */
  email_sent_today: number;
  /** Recipients allowed per day. */
  email_daily_limit: number;
  /** When the count starts again: the next 00:00 UTC. */
  email_resets_at: string;
  /** Whether the owner has confirmed the address, which raises the limits. */
  owner_verified: boolean;
  /** Agents the organization has. */
  agent_count: number;
  /** Agents the organization may have. */
  agent_limit: number;
  /** Bytes of stored content: emails, tasks, secrets and contacts. */
  stored_bytes: number;
  /** Bytes of content that the organization may store. */
  stored_bytes_limit: number;
}

/** The public key that the proofs of an agent are verified with. */
export interface Keypair {
  /** The agent. */
  identity_id: string;
  algorithm: KeypairAlgorithm;
  /** The raw 32 bytes in base64. */
  public_key: string;
  created_at: CreatedAt;
  updated_at: UpdatedAt;
}

/** A page of leases. */
export interface LeaseList {
  leases: Lease[];
}

/** A lease of a secret. */
export interface Lease {
  /** The lease's id. */
  id: string;
  /** The secret. */
  secret_id: string;
  /** The secret's version when the lease was created. */
  secret_version: number;
  /** The agent that may redeem it; null: only org keys. */
  identity_id: string | null;
  status: LeaseStatus;
  /** How often it can be redeemed. */
  max_uses: number;
  /** How often it was redeemed. */
  use_count: number;
  /** A text for people. */
  purpose: string | null;
  /** When it expires. */
  expires_at: string;
  /** When it was last redeemed. */
  last_redeemed_at: string | null;
  created_at: CreatedAt;
}

/** Only an active lease can be redeemed. */
export type LeaseStatus =
  | 'active'
  | 'exhausted'
  | 'expired'
  | 'revoked'
  | (string & {});

/** A new lease with its token. */
export interface NewLease extends Lease {
  /** What a redemption has to show. It is not returned again. */
  lease_token: string;
}

/** The present value of the secret. */
export interface RedeemedLease {
  value: SecretValue;
  /** The version of the value. */
  version: number;
  lease: Lease;
}

/** A page of redemptions. */
export interface RedemptionList {
  redemptions: Redemption[];
}

/** An attempt to redeem a lease. */
export interface Redemption {
  /** Its id. */
  id: string;
  /** When it happened. */
  at: string;
  actor: Redeemer;
  /** The network address of the caller. */
  address: string;
  /** The version that was returned; null if refused. */
  version: number | null;
  outcome: RedemptionOutcome;
}

/** Who redeemed. */
export interface Redeemer {
  actor_type: ActorType;
  /** As in `GET /v1/me`. */
  actor_id: string;
  /** The key. */
  key_id: string;
}

/** `redeemed`, or why it was refused. */
export type RedemptionOutcome =
  | 'redeemed'
  | 'wrong_agent'
  | 'wrong_token'
  | 'suspended'
  | 'proof_invalid'
  | 'revoked'
  | 'exhausted'
  | 'expired'
  | (string & {});

/** A page of secrets. */
export interface SecretList {
  secrets: Secret[];
}

/** A secret without its value. */
export interface Secret {
  /** The secret's id. */
  id: string;
  /** The agent that owns it; null: the organization. */
  identity_id: string | null;
  /** A name for people. */
  name: string;
  /** The version of the value, from 1. */
  version: number;
  /** A text for people. */
  description: string | null;
  metadata: Metadata;
  created_at: CreatedAt;
  updated_at: UpdatedAt;
  /** When the value was last replaced. */
  rotated_at: string | null;
}

/** A page of webhook endpoints. */
export interface WebhookList {
  webhooks: Webhook[];
}

/** A webhook endpoint, without its secret. */
export interface Webhook {
  /** The endpoint's id. */
  id: string;
  /** The agent that events are delivered of; null: of all agents. */
  identity_id: string | null;
  /** Where deliveries are sent. */
  url: string;
  /** The types of events that are delivered. */
  event_types: EventType[];
  /** Whether events are delivered. */
  enabled: boolean;
  /**
   * `gone`: its receiver responded 410. `failing`: every attempt has failed for days. Another text: disabled by
   * request.
   */
  disabled_reason: string | null;
  /**
   * Whether the libraries of Standard Webhooks accept the newest secret. A secret of before they were supported is
   * false until it is rotated.
   */
  standard_webhooks: boolean;
  created_at: CreatedAt;
  updated_at: UpdatedAt;
}

/** A new webhook endpoint with its signing secret, which is shown this once. */
export interface CreatedWebhook extends Webhook {
  /** The signing secret. Shown once. */
  secret: string;
}

/** A new signing secret, which is shown this once. */
export interface RotatedSecret {
  /** The new signing secret. Shown once. */
  secret: string;
  /** Until when the old secret signs as well. */
  previous_secret_expires_at: string;
}

/** A test delivery that is on its way. */
export interface TestedWebhook {
  /** The id of the delivery. */
  delivery_id: string;
}

/** A page of deliveries. */
export interface DeliveryList {
  deliveries: Delivery[];
}

/** An event on its way to an endpoint. */
export interface Delivery {
  /** The delivery's id, sent as `x-aid-request-id` with every attempt. */
  id: string;
  /** The endpoint. */
  webhook_id: string;
  /** The event. Of a `webhook.test` or an `a2a.push_notification`, an id that the event log does not have. */
  event_id: string;
  /** The type of the event, `webhook.test` or `a2a.push_notification`. */
  event_type: string;
  /** Where the attempts go. */
  url: string;
  status: DeliveryStatus;
  /** Finished attempts. */
  attempt_count: number;
  /** Why the last attempt failed. */
  last_error: string | null;
  /** The HTTP status of the last response. */
  response_status: number | null;
  /** How long the last attempt took, null before the first. */
  duration_ms: number | null;
  /** When the next attempt is due. */
  next_attempt_at: string | null;
  /** When an attempt succeeded. */
  delivered_at: string | null;
  created_at: CreatedAt;
  updated_at: UpdatedAt;
}

/** A delivery with its attempts. */
export interface DeliveryWithAttempts extends Delivery {
  /** The newest attempts, oldest first, over replays as well: at most 16. */
  attempts: DeliveryAttempt[];
}

/** An attempt of a delivery that has ended. */
export interface DeliveryAttempt {
  /** When it ended. */
  ended_at: string;
  /** The HTTP status of the response, null without one. */
  response_status: number | null;
  /** How long it took. */
  duration_ms: number;
  /** Why it failed, null if it succeeded. */
  error: string | null;
}

/** What every delivery has. */
export interface WebhookBase {
  /** The event's id, as in `x-aid-event-id`. */
  id: string;
  /** The version of the event's schema. */
  version: number;
  /** When it happened. */
  created_at: string;
  /** The organization that the event belongs to. */
  organization_id: string;
  aggregate?: Aggregate;
}

/** What an event happened to. */
export interface Aggregate {
  /** The kind of thing. */
  type: string;
  /** Its id. */
  id: string;
}

/** Whom an event names, in addition to its payload. */
export interface AgentContext {
  /** The agents that the event names. */
  agent_identities: AgentSummary[];
}

/** An agent that an event names. */
export interface AgentSummary {
  /** The agent's id. */
  id: string;
  /** Its handle. */
  handle: string;
  /** The name that people see. */
  display_name: string;
}

/** The mail that an event is about, in addition to its payload. */
export interface MailContext {
  /** The agents that the event names. */
  agent_identities: AgentSummary[];
  message: MessageSummary;
}

/** A message in short. */
export interface MessageSummary {
  /** The message's id. */
  id: string;
  direction: MailDirection;
  /** The authors. */
  from: MailAuthor[];
  /** The subject. */
  subject: string;
  /** The beginning of the text. */
  snippet: string;
  /** Whether it has attachments. */
  has_attachments: boolean;
}

/** An author of a message. */
export interface MailAuthor {
  /** The author's address. */
  address: string;
}

/** The body of a delivery. `type` tells which. */
export type WebhookBody =
  | MailSentBody
  | MailReceivedBody
  | MailOutcomeBody
  | TaskCreatedBody
  | TaskMessageBody
  | TaskCanceledBody
  | SentTaskUpdatedBody
  | TaskUpdatedBody
  | A2aRuleChangedBody
  | A2aSettingsUpdatedBody
  | InvitationBody
  | WebhookTestBody
  | UnknownWebhookBody;

/** A delivery. */
export interface MailSentBody extends WebhookBase {
  type: 'mail.sent';
  data: MailSentData;
}

/** A message was handed to the provider. */
export interface MailSentData extends MailSentPayload, MailContext {}

/** A delivery. */
export interface MailReceivedBody extends WebhookBase {
  type: 'mail.received';
  data: MailReceivedData;
}

/** A message was received. */
export interface MailReceivedData extends MailReceivedPayload, MailContext {}

/** A delivery. */
export interface MailOutcomeBody extends WebhookBase {
  type: MailOutcomeEventType;
  data: MailOutcomeData;
}

/** What became of a message for one recipient. */
export interface MailOutcomeData extends MailOutcomePayload, MailContext {}

/** A delivery. */
export interface TaskCreatedBody extends WebhookBase {
  type: 'a2a.task.created';
  data: TaskCreatedData;
}

/** A task was sent to the agent. */
export interface TaskCreatedData extends TaskCreatedPayload, AgentContext {}

/** A delivery. */
export interface TaskMessageBody extends WebhookBase {
  type: 'a2a.task.message';
  data: TaskMessageData;
}

/** The caller added a message to a task. */
export interface TaskMessageData extends TaskMessagePayload, AgentContext {}

/** A delivery. */
export interface TaskCanceledBody extends WebhookBase {
  type: 'a2a.task.canceled';
  data: TaskCanceledData;
}

/** The caller canceled a task. */
export interface TaskCanceledData extends TaskCanceledPayload, AgentContext {}

/** A delivery. */
export interface SentTaskUpdatedBody extends WebhookBase {
  type: 'a2a.sent_task.updated';
  data: SentTaskUpdatedData;
}

/** The worker replied to a task that the agent sent. */
export interface SentTaskUpdatedData extends SentTaskUpdatedPayload, AgentContext {}

/** A delivery. */
export interface TaskUpdatedBody extends WebhookBase {
  type: 'a2a.task.updated';
  data: TaskUpdatedData;
}

/** The agent replied to a task. */
export interface TaskUpdatedData extends TaskUpdatedPayload, AgentContext {}

/** A delivery. */
export interface A2aRuleChangedBody extends WebhookBase {
  type: 'a2a.contact_rule.changed';
  data: A2aRuleChangedData;
}

/** An A2A rule was created, updated or deleted. */
export interface A2aRuleChangedData extends A2aRuleChangedPayload, AgentContext {}

/** A delivery. */
export interface A2aSettingsUpdatedBody extends WebhookBase {
  type: 'a2a.settings.updated';
  data: A2aSettingsUpdatedData;
}

/** The A2A settings of an agent were changed. */
export interface A2aSettingsUpdatedData extends A2aSettingsUpdatedPayload, AgentContext {}

/** A delivery. */
export interface InvitationBody extends WebhookBase {
  type: InvitationEventType;
  data: InvitationData;
}

/** A step of an invitation. */
export interface InvitationData extends InvitationPayload, AgentContext {}

/** A delivery. */
export interface WebhookTestBody extends WebhookBase {
  type: 'webhook.test';
  data: WebhookTestData;
}

/** The data of a test. */
export interface WebhookTestData {
  /** The endpoint that is tested. */
  webhook_id: string;
}

/** When it was created. */
export type CreatedAt = string;

/** When it last changed. */
export type UpdatedAt = string;

/** What a newer service may send in place of one of the known kinds of `Event`. */
export interface UnknownEvent extends EventBase {
  /** The kind, which is none of the known ones. */
  type: UnknownText;
  /** What belongs to this kind. */
  payload: Record<string, unknown>;
}

/** What a newer service may send in place of one of the known kinds of `WebhookBody`. */
export interface UnknownWebhookBody extends WebhookBase {
  /** The kind, which is none of the known ones. */
  type: UnknownText;
  /** What belongs to this kind. */
  data: Record<string, unknown>;
}
