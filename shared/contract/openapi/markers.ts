import type { z } from 'zod';
import type { Route } from '../route.ts';
import { ownErrors } from './errors.ts';
import type { Note } from './notes.ts';

/** Which field holds the items of a list, and where its next page begins unless that is `created_at` in `before`. */
interface Pagination {
  readonly items: string;
  readonly parameter?: string;
  readonly cursor?: string;
}

/**
 * What makers of client libraries need and OpenAPI has no words for.
 * - `x-aid-sdk`: the name of the method
 * - `x-aid-errors`: codes of errors that not every operation has
 * - `x-aid-pagination`: how to read on: `cursor` is a field of the last item (`created_at` if absent), or of the reply
 *   where it is a token; `parameter` takes it (`before` if absent)
 * - `x-aid-secret`: the field of the reply that is shown this once
 * - `x-aid-wait`: how long a reply may take, and the parameter that says how long
 */
export function markersOf(route: Route, note: Note): Record<`x-aid-${string}`, unknown> {
  const pagination = paginationOf(route);
  const errors = ownErrors(route);
  return {
    'x-aid-sdk': note.sdk,
    ...(route.budget !== 'organization' && { 'x-aid-budget': route.budget }),
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
  if (!('before' in parameters)) return undefined;
  return 'at' in fieldsOfItems(reply, items) ? { items, cursor: 'at' } : { items };
}

/** The fields of the records that a list consists of. */
function fieldsOfItems(reply: Route['reply'], items: string): object {
  const list = (reply as z.ZodObject<Record<string, z.ZodArray<z.ZodObject>>>).shape[items];
  return list?.element.shape ?? {};
}
