import type { z } from 'zod';
import type { Route } from '../route.ts';

/** Which field holds the items of a list, and where its next page starts unless that is `created_at` in `before`. */
export interface Pagination {
  readonly items: string;
  readonly parameter?: string;
  readonly cursor?: string;
  /** The parameter with which the list is oldest first; its next page then starts there instead. */
  readonly forwards?: string;
}

/** The field of the reply that holds the items of a list; `undefined` if the operation is not a list. */
export function itemsOf({ name, reply }: Route): string | undefined {
  return isList(name) ? Object.keys((reply as { shape?: object } | undefined)?.shape ?? {})[0] : undefined;
}

/** Whether an operation of this name returns a list. */
export function isList(name: string): boolean {
  return name.startsWith('list') || name === 'search';
}

/** How the list of an operation is read page by page; `undefined` if it is not a list, or has no pages. */
export function paginationOf(route: Route): Pagination | undefined {
  const { query, reply } = route;
  const parameters = query?.shape ?? {};
  const items = itemsOf(route);
  if (items === undefined) return undefined;
  if ('pageToken' in parameters) return { items, parameter: 'pageToken', cursor: 'nextPageToken' };
  if (!('before' in parameters)) return undefined;
  const fields = fieldsOfItems(reply, items);
  const cursor = CURSORS.find((field) => field in fields);
  return {
    items,
    ...(cursor !== undefined && { cursor }),
    ...(FORWARDS.has(route.name) && { forwards: 'since' }),
  };
}

/** The lists that `since` reads oldest first. In all others it is a filter only. */
const FORWARDS: ReadonlySet<string> = new Set(['listEvents']);

/** The times of records that have no `created_at`. */
const CURSORS = ['at', 'requested_at'];

/** The fields of the records that a list consists of. */
function fieldsOfItems(reply: Route['reply'], items: string): object {
  const list = (reply as z.ZodObject<Record<string, z.ZodArray<z.ZodObject>>>).shape[items];
  return list?.element.shape ?? {};
}
