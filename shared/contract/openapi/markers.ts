import type { Route } from '../route.ts';
import { ownErrors } from './errors.ts';
import type { Note } from './notes.ts';
import { paginationOf } from './pagination.ts';
import { sdkMarkerOf } from './sdk.ts';

/**
 * Extensions for authors of client libraries, for what OpenAPI cannot express.
 * - `x-aid-sdk`: the method of client libraries, see `SdkMarker`; absent where they have none
 * - `x-aid-errors`: codes of errors that not every operation has
 * - `x-aid-pagination`: how to get the next page: `cursor` is a field of the last item (`created_at` if absent), or of
 *   the reply where it is a token; `parameter` takes it (`before` if absent). Where the query has the parameter
 *   `forwards`, the list is oldest first, and that parameter takes the cursor instead
 * - `x-aid-secret`: the field of the reply that is returned only once
 * - `x-aid-wait`: how long a reply may take, and the parameter that sets it
 */
export function markersOf(route: Route, note: Note): Record<`x-aid-${string}`, unknown> {
  const pagination = paginationOf(route);
  const errors = ownErrors(route);
  const sdk = sdkMarkerOf(route, note.sdk);
  return {
    ...(sdk && { 'x-aid-sdk': sdk }),
    ...(route.budget !== 'organization' && { 'x-aid-budget': route.budget }),
    ...(errors.length > 0 && { 'x-aid-errors': errors }),
    ...(pagination && { 'x-aid-pagination': pagination }),
    ...(note.secret !== undefined && { 'x-aid-secret': note.secret }),
    ...(note.wait && { 'x-aid-wait': note.wait }),
  };
}
