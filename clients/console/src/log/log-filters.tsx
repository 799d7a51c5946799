import type { Identity } from '../../../typescript/src/index.ts';
import { goTo, href } from '../shell/route.ts';
import { type EventFilter, FILTERS } from './event-filter.ts';
import { EVENT_TYPES } from './event-types.ts';
import { FilterList } from './filter-list.tsx';

interface LogFiltersProps {
  readonly filter: EventFilter;
  readonly agents: ReadonlyMap<string, Identity>;
}

/** The filters of the log. They are part of the URL, so that a filtered log can be shared as a link. */
export function LogFilters({ filter, agents }: LogFiltersProps) {
  const choose = (name: string) => (event: Event) =>
    goTo(href(['log'], { ...filter, [name]: (event.target as HTMLSelectElement).value }));
  const others = FILTERS.filter((name) => name !== 'type' && name !== 'identity_id' && filter[name] !== undefined);
  return (
    <>
      <form class="filters" aria-label="Filters" onSubmit={(event: Event) => event.preventDefault()}>
        <label>
          Type
          <select value={filter.type ?? ''} onChange={choose('type')}>
            <option value="">all</option>
            {EVENT_TYPES.map((type) => (
              <option value={type}>{type}</option>
            ))}
          </select>
        </label>
        <label>
          Agent
          <select value={filter.identity_id ?? ''} onChange={choose('identity_id')}>
            <option value="">all</option>
            {[...agents.values()].map(({ id, handle, display_name: name }) => (
              <option value={id}>{name === handle ? name : `${name} (${handle})`}</option>
            ))}
          </select>
        </label>
        {others.map((name) => (
          <a class="chip" href={href(['log'], { ...filter, [name]: undefined })} title="Remove this filter">
            {name} <code>{filter[name]}</code> ✕
          </a>
        ))}
        {Object.keys(filter).length > 0 && <a href={href(['log'])}>Clear filters</a>}
      </form>
      <FilterList filter={filter} />
    </>
  );
}
