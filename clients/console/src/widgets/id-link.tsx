import { placeWithin } from '../shell/id-places.ts';
import { href } from '../shell/route.ts';

/** An id as a link to its page, if it has one. */
export function IdLink({ id, of }: { readonly id: string | null | undefined; readonly of?: string | null }) {
  if (id === null || id === undefined) return <span class="quiet">none</span>;
  const place = placeWithin(id, of ?? null);
  if (place === undefined) return <code>{id}</code>;
  return (
    <a class="id" href={href(place.path, place.query)}>
      <code>{id}</code>
    </a>
  );
}
