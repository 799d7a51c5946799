import type { BreakingChange } from './breaking-changes.ts';

/**
 * Changes since the last release that oasdiff takes for breaking, and the reason why each breaks no client. An entry is
 * removed when a release has the change. See: docs/releasing.md#what-a-change-of-the-description-may-break.
 */
export const ACCEPTED: readonly (BreakingChange & { readonly reason: string })[] = [];
