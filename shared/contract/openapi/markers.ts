import type { Route } from '../route.ts';
import { ownErrors } from './errors.ts';
import type { Note } from './notes.ts';

/** Where the next page of a list begins: what to pass in which parameter, and which field holds the items. */
interface Pagination {
  readonly items: string;
  readonly parameter: string;
  readonly cursor: string;
}

/**
 * What makers of client libraries need and OpenAPI has no words for.
 * - `x-aid-sdk`: the name of the method
 * - `x-aid-idempotent`: whether the operation honours `idempotency-key`, so that a client may try again
 * - `x-aid-errors`: codes of errors that not every operation has
 * - `x-aid-pagination`: how to read on: `cursor` is a field of the last item, or of the reply where it is a token
 * - `x-aid-secret`: the field of the reply that is shown this once
 * - `x-aid-wait`: how long a reply may take, and the parameter that says how long
 */
export function markersOf(route: Route, note: Note): Record<`x-aid-${string}`, unknown> {
  const pagination = paginationOf(route);
  const errors = ownErrors(route);
  return {
    'x-aid-sdk': note.sdk,
    ...(route.budget !== 'organization' && { 'x-aid-budget': route.budget }),
    ...(route.idempotent && { 'x-aid-idempotent': true }),
    ...(errors.length > 0 && { 'x-aid-errors': errors }),
    ...(pagination && { 'x-aid-pagination': pagination }),
    ...(note.secret !== undefined && { 'x-aid-secret': note.secret }),
    ...(note.wait && { 'x-aid-wait': note.wait }),
  };
}

function paginationOf({ query, reply }: Route): Pagination | undefined {
  const parameters = query?.shape ?? {};
  const [items] = Object.keys((reply as { shape?: object } | undefined)?.shape ?? {});
  if (items === undefined) return undefined;
  if ('pageToken' in parameters) return { items, parameter: 'pageToken', cursor: 'nextPageToken' };
  return 'before' in parameters ? { items, parameter: 'before', cursor: 'created_at' } : undefined;
}
