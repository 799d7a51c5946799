import type { IdKind } from '../../shared/domain/ids.ts';
import type { Fixture } from './fixture.ts';

/** A request that succeeds with an org key (or without one where none is needed). */
export interface Request {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: Record<string, unknown>;
  /** Where the request is of an organization of its own. */
  key?: string;
  /** The key of the agent it is about, where that is not the fixture's. */
  agentKey?: string;
}

/**
 * What the generated tests need to know of an operation beyond its route.
 *
 * `request` makes a fresh one each time, on a resource that nothing else uses where the operation changes it.
 * `kinds` tells which kind of id each path parameter is, `bodyIds` which fields of the body name a resource.
 * `other` is another valid body for the same path.
 */
export interface Example {
  request: (fixture: Fixture) => Request | Promise<Request>;
  kinds?: Record<string, IdKind>;
  bodyIds?: Record<string, IdKind>;
  other?: Record<string, unknown>;
  /** Whether what it names is everybody's to read, in every organization. */
  public?: true;
}
