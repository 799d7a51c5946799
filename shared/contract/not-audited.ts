/**
 * Why the other operations that change something are not in the audit. A test compares the list with the route table.
 *
 * See: docs/contract/audit.md#what-is-audited.
 */
const REASONS = {
  mail: 'The work of agents: messages, events and deliveries are the record of it.',
  tasks: 'The work of agents: tasks, their steps and the event log are the record of it.',
  leases: 'A lease and its redemptions are records of their own, with the actor and the address.',
  tokens: 'It issues a credential that lasts minutes. Its event is the record.',
  codes: 'It sends a code. Nothing is set up until the code is entered.',
  deliveries: 'It sends again, or for a trial, and sets nothing up. Deliveries are the record of it.',
  streams: 'It opens or closes a connection that reads, and sets nothing up.',
  checks: 'It looks at what is set up. What it finds is in the record of the account.',
  tools: 'Its tools call operations, and those are audited.',
  clients: 'Any program registers itself, and belongs to no organization until a person allows it something.',
} as const;

export const NOT_AUDITED: Readonly<Record<string, string>> = {
  signup: REASONS.codes,
  resendSignup: REASONS.codes,
  requestPasswordReset: REASONS.codes,
  registerClient: REASONS.clients,
  sendMail: REASONS.mail,
  forwardMessage: REASONS.mail,
  updateMessage: REASONS.mail,
  receiveMail: REASONS.mail,
  verifyProviderAccount: REASONS.checks,
  createLease: REASONS.leases,
  claimLease: REASONS.leases,
  redeemLease: REASONS.leases,
  createTask: REASONS.tasks,
  claimTask: REASONS.tasks,
  replyToTask: REASONS.tasks,
  addTaskMessage: REASONS.tasks,
  cancelTask: REASONS.tasks,
  callA2a: REASONS.tasks,
  sendA2aMessage: REASONS.tasks,
  streamA2aMessage: REASONS.tasks,
  actOnA2aTask: REASONS.tasks,
  createA2aPushConfig: REASONS.tasks,
  deleteA2aPushConfig: REASONS.tasks,
  replayEvent: REASONS.deliveries,
  testWebhook: REASONS.deliveries,
  createStream: REASONS.streams,
  deleteStream: REASONS.streams,
  createIdentityToken: REASONS.tokens,
  exchangeToken: REASONS.tokens,
  callMcp: REASONS.tools,
};
