import { html } from 'htm/preact';
import { arrived } from '../shell/live-events.ts';
import { route } from '../shell/route.ts';
import { aidOfSession, isLocal, session } from '../shell/session.ts';
import { TourHint } from '../tour/tour-hint.ts';
import { ListEnd } from '../widgets/list-end.ts';
import { Snippets } from '../widgets/snippets.ts';
import { useAgents } from '../widgets/use-agents.ts';
import { usePages } from '../widgets/use-pages.ts';
import { EventDetail } from './event-detail.ts';
import { filterOf, matches, merged } from './event-filter.ts';
import { EventRow } from './event-row.ts';
import { LogFilters } from './log-filters.ts';

/** The organization's log, updated live, with the details of one event. */
export function LogPage() {
  const { path, query } = route.value;
  const [, chosen] = path;
  const filter = filterOf(query);
  const agents = useAgents();
  const pages = usePages(
    (signal) =>
      aidOfSession()
        .events.list({ ...filter, limit: 50 }, { signal })
        .firstPage(),
    [filter],
  );
  const live = arrived.value.filter((event) => matches(event, filter));
  const rows = merged(live, pages.rows ?? []);
  const isNew = isLocal && session.value?.actor.identity_id === undefined && pages.rows !== undefined && !pages.hasMore;
  return html`
    <div class=${`split ${chosen === undefined ? '' : 'chosen'}`}>
      <section class="list" aria-label="Events">
        <h1>Log</h1>
        <${LogFilters} filter=${filter} agents=${agents} />
        ${isNew && chosen === undefined && html`<${TourHint} />`}
        <ul class="rows" aria-label="Events">
          ${rows.map(
            (event) =>
              html`<${EventRow} key=${event.id} event=${event} agents=${agents} isChosen=${event.id === chosen} />`,
          )}
        </ul>
        <${ListEnd} pages=${{ ...pages, rows: pages.rows && rows }} what="events" empty="No events match. New events appear here." />
        <${Snippets} call=${{ name: 'events.list', verb: 'GET', path: '/v1/events', params: filter, isList: true }} />
      </section>
      ${chosen !== undefined && html`<${EventDetail} key=${chosen} id=${chosen} known=${rows} agents=${agents} />`}
    </div>
  `;
}
