import type { Identity } from '../../../typescript/src/index.ts';
import { placeOf } from './id-places.ts';
import { AREAS } from './navigation.ts';
import { href } from './route.ts';

/** Where the palette can go. */
export interface Command {
  readonly title: string;
  readonly detail: string;
  readonly address: string;
}

const MAX_SHOWN = 12;

/** The places that match what was typed: an id that has a page, areas and agents. */
export function commandsFor(typed: string, agents: readonly Identity[]): readonly Command[] {
  const text = typed.trim().toLowerCase();
  const place = placeOf(typed.trim());
  const byId =
    place === undefined ? [] : [{ title: typed.trim(), detail: 'id', address: href(place.path, place.query) }];
  const areas = AREAS.map(({ path, title, key }) => ({ title, detail: `g ${key}`, address: href([path]) }));
  const ofAgents = agents.map(({ id, handle, display_name: name }) => ({
    title: name,
    detail: handle,
    address: href(['agents', id]),
  }));
  const matching = [...areas, ...ofAgents].filter(({ title, detail }) =>
    `${title} ${detail}`.toLowerCase().includes(text),
  );
  return [...byId, ...matching].slice(0, MAX_SHOWN);
}
