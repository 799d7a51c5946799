import type { Route } from '../route.ts';
import { itemsOf } from './pagination.ts';

/**
 * The method of client libraries that calls an operation, with the resources that it belongs to: `mail.messages.list`.
 * Without a dot, it is a method of the client: `me`.
 */
export type SdkMethod = string;

/** Why client libraries have no method for an operation. */
export interface NoSdkMethod {
  readonly without: string;
}

export const PROTOCOL: NoSdkMethod = { without: 'The A2A protocol has SDKs of its own.' };
export const FOR_MODELS: NoSdkMethod = {
  without: 'MCP clients call it. SDKs have methods for what its tools do.',
};
export const DISCOVERED: NoSdkMethod = { without: 'A2A clients look for the card there. `a2a.card` returns the same.' };
export const SIGNED: NoSdkMethod = { without: 'Mail providers call it, with a signature instead of a key.' };
export const MONITORED: NoSdkMethod = { without: 'Load balancers and monitors call it.' };
export const READ_BY_TOOLS: NoSdkMethod = { without: 'Generators read it to build client libraries.' };
export const READ_BY_VERIFIERS: NoSdkMethod = {
  without: 'Services that verify tokens read it, with libraries for JWTs.',
};
export const READ_FIRST: NoSdkMethod = { without: 'It is for callers who do not know the service yet.' };

/** What `x-aid-sdk` says about an operation. */
interface SdkMarker {
  /** The resource, in camel case with dots: `mail.messages`; empty for a method of the client itself. */
  readonly resource: string;
  readonly method: string;
  /** The field of the reply with the rows of a list. `x-aid-pagination` says how to get further pages. */
  readonly page?: string;
  /**
   * The parameter or field that names the agent that the call is made for. A library fills it in: in the path with
   * `me` unless the caller names another identity, elsewhere only if the caller has chosen one.
   */
  readonly identity?: string;
  /** Whether it takes an `idempotency-key`, which a library sends with every such call. */
  readonly idempotent?: true;
}

/** The fields of queries and bodies that name the agent that a call is made for. */
const IDENTITY_FIELDS = ['identity_id', 'from_identity_id'];

/** The marker of an operation that client libraries have a method for; otherwise `undefined`. */
export function sdkMarkerOf(route: Route, sdk: SdkMethod | NoSdkMethod): SdkMarker | undefined {
  if (typeof sdk !== 'string') return undefined;
  const words = sdk.split('.');
  const [method = ''] = words.splice(-1);
  const resource = words.join('.');
  const identity = identityOf(route, resource);
  const page = itemsOf(route);
  return {
    resource,
    method,
    ...(page !== undefined && { page }),
    ...(identity !== undefined && { identity }),
    ...(route.idempotent && { idempotent: true }),
  };
}

/** Methods on `identities` name the agent that they are about, and so does the card, which needs no key. */
function identityOf({ path, auth, query, body }: Route, resource: string): string | undefined {
  if (path.startsWith('/v1/identities/{id}/')) {
    return resource === 'identities' || auth === 'none' ? undefined : 'id';
  }
  const fields = { ...query?.shape, ...(body as { shape?: object } | undefined)?.shape };
  return IDENTITY_FIELDS.find((field) => field in fields);
}
