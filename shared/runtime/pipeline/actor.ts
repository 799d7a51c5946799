import type { Identity } from '../../data/entities/identity.ts';
import type { Table } from '../../data/table-client.ts';
import type { Limits } from '../../domain/limits.ts';

/** Who makes a request, and for which organization. Derived from the key and from nothing else. */
export type Actor = {
  keyId: string;
  organization: { id: string; name: string; slug: string };
} & (
  | {
      kind: 'org';
      /** Only where a login token was used. */
      userId?: string;
    }
  | { kind: 'agent'; identity: Identity }
);

/** What a stage decides for all its requests. */
export interface Settings {
  limits: Limits;
  mailDomain: string;
  /** Only the local profile may name receivers on loopback. */
  allowLoopbackReceivers: boolean;
}

/** Loads what a path names, for whom it belongs to. Throws 404 where it is not there, 403 where it is another's. */
export type OwnedResourceLoader<T> = (context: { actor: Actor; table: Table }, id: string) => Promise<T>;
