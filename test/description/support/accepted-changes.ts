import type { ErrorCode } from '#shared/domain/errors/errors.ts';
import type { BreakingChange } from './breaking-changes.ts';

/**
 * Changes since the last release that oasdiff takes for breaking, and the reason why each breaks no client. An entry is
 * removed when a release has the change. See: docs/releasing.md#what-a-change-of-the-description-may-break.
 */
export const ACCEPTED: readonly (BreakingChange & { readonly reason: string })[] = [];

/**
 * Error codes that are new since the last release. oasdiff finds them in every response with an error. Each breaks no
 * client: it is returned by new operations only, or to a request with a new field. An entry is removed when a release
 * has the code.
 */
export const NEW_ERROR_CODES: readonly ErrorCode[] = [
  'auth.token_refused',
  'identity_token.audience',
  'trusted_issuer.duplicate',
  'trusted_issuer.limit_reached',
];

/**
 * Regular expressions that the last release wrote in another way, and that match the same texts. oasdiff takes any
 * other expression for a breaking change. An entry is removed when a release has the new form.
 */
export const REWRITTEN: readonly { readonly before: string; readonly after: string }[] = [];
