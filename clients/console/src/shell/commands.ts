import type { Identity } from '../../../typescript/src/index.ts';
import { PARTS as MACHINE } from '../machine/machine-page.tsx';
import { shownParts } from '../organization/organization-page.tsx';
import { placeOf } from './id-places.ts';
import { AREAS } from './navigation.ts';
import { href } from './route.ts';
import { isLocal, session } from './session.ts';

/** A destination of the palette. */
export interface Command {
  readonly title: string;
  readonly detail: string;
  readonly address: string;
}

const MAX_SHOWN = 12;

function partOf(area: string, name: string, title: string, detail: string): Command {
  return { title, detail, address: href([area, name]) };
}

/** The destinations that match what was typed: an id that has a page, areas, agents, and sections of areas. */
export function commandsFor(typed: string, agents: readonly Identity[]): readonly Command[] {
  const text = typed.trim().toLowerCase();
  const place = placeOf(typed.trim());
  const byId =
    place === undefined ? [] : [{ title: typed.trim(), detail: 'id', address: href(place.path, place.query) }];
  const areas = AREAS.map(({ path, title, key }) => ({ title, detail: `g ${key}`, address: href([path]) }));
  const isOrgKey = session.value?.actor.identity_id === undefined;
  const parts = [
    ...(isOrgKey ? [partOf('contacts', 'rules', 'Contact rules', 'Contacts')] : []),
    ...shownParts().map(({ name, title }) => partOf('organization', name, title, 'Organization')),
    ...(isLocal
      ? [
          ...MACHINE.map(({ name, title }) => partOf('machine', name, title, 'This machine')),
          { title: 'Tour', detail: '', address: href(['tour']) },
        ]
      : []),
  ];
  const ofAgents = agents.map(({ id, handle, display_name: name }) => ({
    title: name,
    detail: handle,
    address: href(['agents', id]),
  }));
  const matching = [...areas, ...ofAgents, ...parts].filter(({ title, detail }) =>
    `${title} ${detail}`.toLowerCase().includes(text),
  );
  return [...byId, ...matching].slice(0, MAX_SHOWN);
}
