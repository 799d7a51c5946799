import type { Scope } from '#shared/domain/issuer/scopes.ts';
import type { OperationName } from './table.ts';

/**
 * What a credential with scopes needs for an operation:
 * - a list: all of these scopes. An empty list: no scope, so any credential reaches it.
 * - `of-events`: the scope of each type of event that it is to see, by `EVENT_SCOPES`.
 * - `undefined`: no credential with scopes reaches it.
 *
 * See: docs/contract/scopes.md.
 */
export type NeededScopes = readonly Scope[] | 'of-events' | undefined;

const ANY: readonly Scope[] = [];
const NEVER = undefined;
const READ_MAIL: readonly Scope[] = ['mail.read'];
const SEND_MAIL: readonly Scope[] = ['mail.send'];
const TASKS: readonly Scope[] = ['tasks'];
const CONTACTS: readonly Scope[] = ['contacts'];
const VAULT: readonly Scope[] = ['vault'];

/**
 * The scopes of every operation. None that acts for the organization is reached, and none by which a credential could
 * leave something behind that works after its own end: keys, endpoints, streams, tunnels, push configurations, the
 * keypair and the settings of its agent.
 *
 * A scope says what its holder gets to know and to do, so an operation that does two things needs two: forwarding sends
 * mail, and discloses to its recipients what only `mail.read` may see.
 */
export const OPERATION_SCOPES: Readonly<Record<OperationName, NeededScopes>> = {
  // Without a credential
  getApiRoot: ANY,
  getDescription: ANY,
  getHealth: ANY,
  getLlmsTxt: ANY,
  getReady: ANY,
  getRoot: ANY,
  createOrganization: ANY,
  joinOrganization: ANY,
  login: ANY,
  requestPasswordReset: ANY,
  resendSignup: ANY,
  resetPassword: ANY,
  signup: ANY,
  verifySignup: ANY,
  receiveMail: ANY,
  getAgentCard: ANY,
  getRpcWellKnownCard: ANY,
  getWellKnownCard: ANY,
  exchangeToken: ANY,
  getOpenidConfiguration: ANY,
  getJwks: ANY,

  // Who the caller is
  getMe: ANY,
  getUsage: ANY,
  getIdentity: ANY,

  // Mail
  getAttachment: READ_MAIL,
  getAttachmentText: READ_MAIL,
  getMessage: READ_MAIL,
  getRawMessage: READ_MAIL,
  getThread: READ_MAIL,
  listMessages: READ_MAIL,
  listThreads: READ_MAIL,
  // Of other kinds than mail it finds what the scopes show.
  search: READ_MAIL,
  updateMessage: READ_MAIL,
  updateMessages: READ_MAIL,
  markMessagesRead: READ_MAIL,
  getMailFolders: READ_MAIL,
  sendMail: SEND_MAIL,
  createDraft: SEND_MAIL,
  deleteDraft: SEND_MAIL,
  getDraft: SEND_MAIL,
  listDrafts: SEND_MAIL,
  sendDraft: SEND_MAIL,
  updateDraft: SEND_MAIL,
  forwardMessage: ['mail.read', 'mail.send'],

  // Approvals of what the agent asked for. The content of an email is in them.
  getApproval: READ_MAIL,
  listApprovals: READ_MAIL,

  // Tasks
  addTaskMessage: TASKS,
  cancelTask: TASKS,
  claimTask: TASKS,
  createTask: TASKS,
  getTask: TASKS,
  listTasks: TASKS,
  replyToTask: TASKS,
  listDirectory: TASKS,
  getA2aSettings: TASKS,
  actOnA2aTask: TASKS,
  callA2a: TASKS,
  getA2aTask: TASKS,
  getExtendedA2aCard: TASKS,
  listA2aTasks: TASKS,
  sendA2aMessage: TASKS,
  streamA2aMessage: TASKS,
  getA2aPushConfig: TASKS,
  listA2aPushConfigs: TASKS,
  deleteA2aPushConfig: TASKS,
  createA2aPushConfig: NEVER,
  putA2aSettings: NEVER,

  // Events
  listEvents: 'of-events',
  getTrace: 'of-events',
  waitForEvent: 'of-events',

  // Contacts
  createContact: CONTACTS,
  deleteContact: CONTACTS,
  getContact: CONTACTS,
  listContacts: CONTACTS,
  updateContact: CONTACTS,

  // Vault
  claimLease: VAULT,
  createLease: VAULT,
  createSecret: VAULT,
  deleteSecret: VAULT,
  getKeypair: VAULT,
  getSecret: VAULT,
  listLeases: VAULT,
  listRedemptions: VAULT,
  listSecrets: VAULT,
  redeemLease: VAULT,
  revokeLease: VAULT,
  rotateSecret: VAULT,
  putKeypair: NEVER,

  // Other services let the holder of such a token in as the agent
  createIdentityToken: ['identity'],

  // MCP: each tool calls operations with the credential of the caller
  callMcp: ANY,

  // What works on after the end of a credential
  createStream: NEVER,
  deleteStream: NEVER,
  listStreams: NEVER,
  createWebhook: NEVER,
  deleteWebhook: NEVER,
  getDelivery: NEVER,
  getRecovery: NEVER,
  recoverWebhook: NEVER,
  listDeliveries: NEVER,
  listWebhooks: NEVER,
  replayEvent: NEVER,
  rotateWebhookSecret: NEVER,
  testWebhook: NEVER,
  updateWebhook: NEVER,
  createTunnel: NEVER,
  deleteTunnel: NEVER,
  getTunnel: NEVER,
  listTunnels: NEVER,

  // The organization, its people and its keys
  listAllMessages: NEVER,
  createApiKey: NEVER,
  listAudit: NEVER,
  getGrant: NEVER,
  listGrants: NEVER,
  revokeGrant: NEVER,
  listApiKeys: NEVER,
  revokeApiKey: NEVER,
  changePassword: NEVER,
  createMember: NEVER,
  createTotp: NEVER,
  deleteTotp: NEVER,
  getMemberSettings: NEVER,
  setMemberSettings: NEVER,
  verifyTotp: NEVER,
  deleteMember: NEVER,
  listMembers: NEVER,
  updateMember: NEVER,
  claim: NEVER,
  listSessions: NEVER,
  logout: NEVER,
  revokeSession: NEVER,
  verifyOwner: NEVER,
  createIdentity: NEVER,
  listIdentities: NEVER,
  reinstateIdentity: NEVER,
  suspendIdentity: NEVER,
  createDomain: NEVER,
  createMailbox: NEVER,
  deleteDomain: NEVER,
  deleteMailbox: NEVER,
  getDomain: NEVER,
  listDomains: NEVER,
  listMailboxes: NEVER,
  verifyDomain: NEVER,
  createProviderAccount: NEVER,
  deleteProviderAccount: NEVER,
  getProviderAccount: NEVER,
  listProviderAccounts: NEVER,
  verifyProviderAccount: NEVER,
  createContactRule: NEVER,
  deleteContactRule: NEVER,
  getContactSettings: NEVER,
  listContactRules: NEVER,
  setContactSettings: NEVER,
  approveAction: NEVER,
  denyAction: NEVER,
  getApprovalSettings: NEVER,
  setApprovalSettings: NEVER,
  acceptInvitation: NEVER,
  createA2aRule: NEVER,
  createInvitation: NEVER,
  declineInvitation: NEVER,
  deleteA2aRule: NEVER,
  getA2aRule: NEVER,
  listA2aRules: NEVER,
  listInvitations: NEVER,
  revokeInvitation: NEVER,
  updateA2aRule: NEVER,
  getIdentityTokenSettings: NEVER,
  setIdentityTokenSettings: NEVER,
  createTrustedIssuer: NEVER,
  listTrustedIssuers: NEVER,
  deleteTrustedIssuer: NEVER,
};

/** Fields of a body for which an operation needs a further scope if they are set, and not to `false`. */
export const FIELD_SCOPES: Readonly<Partial<Record<OperationName, Readonly<Record<string, readonly Scope[]>>>>> = {
  // A quotation sends the text of the message that is replied to, to recipients that the caller chooses.
  sendMail: { quote: READ_MAIL },
  createDraft: { quote: READ_MAIL },
  updateDraft: { quote: READ_MAIL },
};
