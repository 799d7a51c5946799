export type { Call, WithResponse } from './call.ts';
export { Aid, type RequestParts } from './client.ts';
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
export type { MailMethods, ReplyMail } from './methods-by-hand.ts';
export type { AidOptions, CallOptions, OfIdentity } from './options.ts';
export { type Page, Pages } from './pages.ts';
