import type { StoringCaller } from '#shared/data/storage-reservation.ts';
import type { Table } from '#shared/data/table-client.ts';
import type { Keyring } from '../keyring.ts';
import type { SigningKeys } from '../signing-keys.ts';
import type { Actor } from './actor.ts';
import type { Settings } from './context.ts';
import type { HttpRequest } from './http.ts';
import type { EarlierRecord } from './idempotency.ts';
import type { FoundResource } from './operation.ts';
import type { Release } from './organization-budget.ts';

/** What all requests of a function share. */
export interface Services {
  table: () => Table;
  settings: () => Settings;
  /** The keyring for the requests of an organization; `undefined` for a request without an actor. */
  keyring: (organizationId?: string) => Promise<Keyring>;
  /** Set where the keyring is not that of the stage: then the addresses in audit entries are in the clear. */
  auditsInClear?: true | undefined;
  /** The keys that sign tokens, in a function that may unwrap them. */
  signingKeys?: (() => SigningKeys) | undefined;
  now: () => number;
}

/** A request on its way through the pipeline. */
export interface Exchange {
  readonly request: HttpRequest;
  readonly services: Services;
  readonly now: number;
  /** Headers of the response, which each step adds to. */
  readonly headers: Record<string, string>;
  /** What the request has to give back at its end. */
  readonly releases: Release[];
  /** Who stores the content of the request; undefined without a key. */
  caller?: StoringCaller | undefined;
  /** Who makes the request; null without a key. Undefined until it is admitted. */
  actor?: Actor | null | undefined;
  /** Whether the credential of the request was found, so that work on a refusal is not done for strangers. */
  isAuthenticated?: true;
  /** The record of an earlier request with its idempotency key, which is read while the caller is authenticated. */
  earlier?: EarlierRecord | undefined;
  /** The resource that the path names, which is read while the caller is authenticated. */
  found?: FoundResource | undefined;
}

export function signingKeysOf({ signingKeys }: Services): SigningKeys {
  if (signingKeys === undefined) throw new Error('this function signs no tokens');
  return signingKeys();
}
