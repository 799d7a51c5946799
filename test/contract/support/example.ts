import type { IdKind } from '#shared/domain/ids/ids.ts';
import type { Fixture } from './fixture.ts';

/** A request that succeeds with an org key (or without one where none is needed). */
export interface Request {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: Record<string, unknown>;
  /** The key of another organization, where the request runs in one. */
  key?: string;
  /** The key of the agent that the request is about, where that is not the agent of the fixture. */
  agentKey?: string;
}

/**
 * What the generated tests need to know about an operation in addition to its route.
 *
 * `request` makes a fresh one for each call, with a new resource where the operation changes it. `kinds` gives the kind
 * of id of each path parameter, `bodyIds` the fields of the body that name a resource. `other` is another valid body
 * for the same path.
 */
export interface Example {
  request: (fixture: Fixture) => Request | Promise<Request>;
  kinds?: Record<string, IdKind>;
  bodyIds?: Record<string, IdKind>;
  other?: Record<string, unknown>;
  /** The key of a sender that may call the operation, where no key of the fixture may. */
  sender?: (fixture: Fixture) => Promise<string>;
  /** Whether every organization may read the resource. */
  public?: true;
}
