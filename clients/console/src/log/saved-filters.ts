import { readSetting, storeSetting } from '../shell/stored-settings.ts';
import { type EventFilter, FILTERS } from './event-filter.ts';

/** A filter of the log with the name that a person has given it. */
interface SavedFilter {
  readonly name: string;
  readonly filter: EventFilter;
}

const settingOf = (organizationId: string) => `console-filters-${organizationId}`;

/** The filters that were saved in this browser for an organization, by name. */
export function savedFilters(organizationId: string): readonly SavedFilter[] {
  const stored = readSetting(settingOf(organizationId));
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((one: unknown) => {
    const { name, filter } = (one ?? {}) as { name?: unknown; filter?: unknown };
    return typeof name === 'string' && typeof filter === 'object' && filter !== null
      ? [{ name, filter: known(filter as Readonly<Record<string, unknown>>) }]
      : [];
  });
}

/** Saves a filter. One of the same name is replaced. Returns all of them. */
export function saveFilter(organizationId: string, saved: SavedFilter): readonly SavedFilter[] {
  const others = savedFilters(organizationId).filter(({ name }) => name !== saved.name);
  return store(organizationId, [...others, saved]);
}

export function forgetFilter(organizationId: string, name: string): readonly SavedFilter[] {
  return store(
    organizationId,
    savedFilters(organizationId).filter((one) => one.name !== name),
  );
}

function store(organizationId: string, filters: readonly SavedFilter[]): readonly SavedFilter[] {
  const sorted = filters.toSorted((one, other) => one.name.localeCompare(other.name));
  storeSetting(settingOf(organizationId), sorted);
  return sorted;
}

/** The filters that this console knows. */
function known(filter: Readonly<Record<string, unknown>>): EventFilter {
  return Object.fromEntries(
    FILTERS.flatMap((name) => (typeof filter[name] === 'string' ? [[name, filter[name]]] : [])),
  );
}
