import type { RequestContext } from '#shared/runtime/pipeline/context.ts';

/**
 * The issuer of the tokens of this service: its public address, or the one that the caller used if the stage has none.
 * It has no slash at its end, and tokens, discovery and keys agree on it byte by byte.
 *
 * See: docs/deployment.md#the-issuer.
 */
export function issuerOf({ baseUrl }: Pick<RequestContext, 'baseUrl'>): string {
  return baseUrl;
}
