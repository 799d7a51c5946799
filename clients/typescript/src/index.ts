export { prove, publicKeyOf } from './agent-keys.ts';
export { attachment, attachmentFromFile } from './attachments.ts';
export type { Call, WithResponse } from './call.ts';
export { Aid, type IdentityOf, type RequestParts, type TokenParams } from './client.ts';
export {
  AidError,
  AuthError,
  ConflictError,
  ConnectionError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServerError,
  TimeoutError,
  ValidationError,
} from './errors.ts';
export type * from './generated/resources.ts';
export type * from './generated/types.ts';
export type { CryptoKeyLike, Jwk, PrivateKey, PublicKey, Sign } from './keys.ts';
export { type Cursor, fileCursor } from './loops/cursor.ts';
export type { FollowedEvent, FollowOptions } from './loops/follow-options.ts';
export type { ProofAction } from './loops/proof.ts';
export type { HeldBack, HeldBackReason } from './loops/received-mail.ts';
export type { ServedTunnel, ServeOptions } from './loops/serve-tunnel.ts';
export type { Say } from './loops/task-content.ts';
export type { Answer, TaskContext, TaskHandler, TaskOutcome } from './loops/task-handler.ts';
export type { UseSecretOptions } from './loops/use-secret.ts';
export type { FoundCode, WaitForCodeOptions } from './loops/wait-for-code.ts';
export type { WaitForDecisionOptions } from './loops/wait-for-decision.ts';
export type { Conversation, Reply, WaitForReplyOptions } from './loops/wait-for-reply.ts';
export type { WorkOptions } from './loops/work.ts';
export type {
  ApprovalsMethods,
  EventsMethods,
  MailMethods,
  ReplyMail,
  TasksMethods,
  TunnelsMethods,
  VaultMethods,
} from './methods-by-hand.ts';
export type { Fetch, FetchedResponse, FetchInit, WebSocketConstructor, WebSocketLike } from './network.ts';
export type {
  AidOptions,
  AttemptRecord,
  CallHooks,
  CallOptions,
  CallRecord,
  CallResult,
  HandlingHooks,
  HandlingRecord,
  HandlingResult,
  Hooks,
  OfIdentity,
  ResponseRecord,
  RetryRecord,
} from './options.ts';
export { type Page, Pages } from './pages.ts';
export type { AttachmentOptions, AttachmentSource } from './read-attachment.ts';
export * from './webhooks.ts';
