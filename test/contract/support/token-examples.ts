import type * as routes from '#shared/contract/routes/tokens.ts';
import type { Example } from './example.ts';

/** Identity tokens, and who may accept them. */
export const TOKEN_EXAMPLES: Record<keyof typeof routes, Example> = {
  getIdentityTokenSettings: { request: () => ({}) },
  setIdentityTokenSettings: {
    request: () => ({ body: { audiences: ['sts.amazonaws.com'] } }),
    other: { audiences: [] },
  },
};
