import type { Event } from '../../../typescript/src/index.ts';
import { route } from '../shell/route.ts';
import { isLocal, session } from '../shell/session.ts';
import { TourHint } from '../tour/tour-hint.tsx';
import { ListEnd } from '../widgets/list-end.tsx';
import { Snippets } from '../widgets/snippets.tsx';
import { useAgents } from '../widgets/use-agents.ts';
import { EventDetail } from './event-detail.tsx';
import { filterOf } from './event-filter.ts';
import { EventGap } from './event-gap.tsx';
import { EventRow } from './event-row.tsx';
import { LogFilters } from './log-filters.tsx';
import { useLog } from './use-log.ts';

/** The organization's log, updated live, with the details of one event. */
export function LogPage() {
  const { path, query } = route.value;
  const [, chosen] = path;
  const filter = filterOf(query);
  const agents = useAgents();
  const { newer, hasGap, older, pages } = useLog(filter);
  const rows = [...newer, ...older];
  const row = (event: Event) => (
    <EventRow key={event.id} event={event} agents={agents} isChosen={event.id === chosen} />
  );
  const isNew = isLocal && session.value?.actor.identity_id === undefined && pages.rows !== undefined && !pages.hasMore;
  return (
    <div class={`split ${chosen === undefined ? '' : 'chosen'}`}>
      <section class="list" aria-label="Events">
        <h1>Log</h1>
        <LogFilters filter={filter} agents={agents} />
        {isNew && chosen === undefined && <TourHint />}
        <ul class="rows" aria-label="Events">
          {newer.map(row)}
          {hasGap && <EventGap key="gap" error={pages.error} onLoad={pages.reload} />}
          {older.map(row)}
        </ul>
        <ListEnd
          pages={{ ...pages, rows: pages.rows && rows }}
          what="events"
          empty="No events match. New events appear here."
        />
        <Snippets call={{ name: 'events.list', verb: 'GET', path: '/v1/events', params: filter, isList: true }} />
      </section>
      {chosen !== undefined && <EventDetail key={chosen} id={chosen} known={rows} agents={agents} />}
    </div>
  );
}
