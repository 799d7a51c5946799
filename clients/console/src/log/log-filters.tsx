import { goTo, href } from '../shell/route.ts';
import { AgentSelect } from '../widgets/agent-select.tsx';
import { type EventFilter, FILTERS } from './event-filter.ts';
import { EVENT_TYPES } from './event-types.ts';
import { FilterList } from './filter-list.tsx';

/** The filters of the log. They are part of the URL, so that a filtered log can be shared as a link. */
export function LogFilters({ filter }: { readonly filter: EventFilter }) {
  const chooseType = (event: Event) =>
    goTo(href(['log'], { ...filter, type: (event.target as HTMLSelectElement).value }));
  const others = FILTERS.filter((name) => name !== 'type' && name !== 'identity_id' && filter[name] !== undefined);
  return (
    <>
      <form class="filters" aria-label="Filters" onSubmit={(event: Event) => event.preventDefault()}>
        <label>
          Type
          <select value={filter.type ?? ''} onChange={chooseType}>
            <option value="">all</option>
            {EVENT_TYPES.map((type) => (
              <option value={type}>{type}</option>
            ))}
          </select>
        </label>
        <AgentSelect
          value={filter.identity_id ?? ''}
          addressOf={(id) => href(['log'], { ...filter, identity_id: id })}
        />
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
