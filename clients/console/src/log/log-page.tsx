import { useRef } from 'preact/hooks';
import { href, route } from '../shell/route.ts';
import { isLocal, session } from '../shell/session.ts';
import { TourHint } from '../tour/tour-hint.tsx';
import { EmptyState } from '../widgets/empty-state.tsx';
import { ListEnd } from '../widgets/list-end.tsx';
import { NewRows } from '../widgets/new-rows.tsx';
import { Snippets } from '../widgets/snippets.tsx';
import { useAgents } from '../widgets/use-agents.ts';
import { useHeldRows } from '../widgets/use-held-rows.ts';
import { EventDetail } from './event-detail.tsx';
import { filterOf } from './event-filter.ts';
import { EventGap } from './event-gap.tsx';
import { EventRow } from './event-row.tsx';
import { LogFilters } from './log-filters.tsx';
import { useFailingDeliveries } from './use-failing-deliveries.ts';
import { listOfLog, useLog } from './use-log.ts';

/** The organization's log, updated live, with the details of one event. */
export function LogPage() {
  const { path, query } = route.value;
  const [, chosen] = path;
  const filter = filterOf(query);
  const agents = useAgents();
  const failing = useFailingDeliveries();
  const { entries, pages } = useLog(filter);
  const { shown, held, showHeld } = useHeldRows(listOfLog(filter), entries, chosen !== undefined);
  const list = useRef<HTMLUListElement>(null);
  const showNew = () => {
    // The button with the focus goes away.
    list.current?.focus({ preventScroll: true });
    showHeld();
  };
  const known = entries.flatMap(({ row }) => row ?? []);
  const isNew = isLocal && session.value?.actor.identity_id === undefined && pages.rows !== undefined && !pages.hasMore;
  const isFiltered = Object.keys(filter).length > 0;
  const none = (
    <EmptyState
      title={isFiltered ? 'No events match.' : 'There are no events yet.'}
      action={isFiltered && <a href={href(['log'])}>Show all events</a>}
    >
      The log has what happens to the agents: emails, tasks, approvals, keys. New events appear here as they are
      committed.
    </EmptyState>
  );
  return (
    <div class={`split ${chosen === undefined ? '' : 'chosen'}`}>
      <section class="list" aria-label="Events">
        <div class="list-heading">
          <h1>Log</h1>
          <NewRows count={held} what="events" onShow={showNew} />
        </div>
        <LogFilters filter={filter} />
        <ul ref={list} class="rows events" aria-label="Events" tabindex={-1}>
          {shown.map(({ key, row }) =>
            row === undefined ? (
              <EventGap key={key} error={pages.error} onLoad={pages.reload} />
            ) : (
              <EventRow key={key} event={row} agents={agents} failing={failing.get(key)} isChosen={key === chosen} />
            ),
          )}
        </ul>
        <ListEnd pages={{ ...pages, rows: pages.rows && known }} what="events" empty={none} />
        {isNew && chosen === undefined && <TourHint />}
        <Snippets call={{ name: 'events.list', verb: 'GET', path: '/v1/events', params: filter, isList: true }} />
      </section>
      {chosen !== undefined && <EventDetail key={chosen} id={chosen} known={known} />}
    </div>
  );
}
