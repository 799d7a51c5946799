import { html } from 'htm/preact';
import type { Event } from '../../../typescript/src/index.ts';
import { route } from '../shell/route.ts';
import { isLocal, session } from '../shell/session.ts';
import { TourHint } from '../tour/tour-hint.ts';
import { ListEnd } from '../widgets/list-end.ts';
import { Snippets } from '../widgets/snippets.ts';
import { useAgents } from '../widgets/use-agents.ts';
import { EventDetail } from './event-detail.ts';
import { filterOf } from './event-filter.ts';
import { EventGap } from './event-gap.ts';
import { EventRow } from './event-row.ts';
import { LogFilters } from './log-filters.ts';
import { useLog } from './use-log.ts';

/** The organization's log, updated live, with the details of one event. */
export function LogPage() {
  const { path, query } = route.value;
  const [, chosen] = path;
  const filter = filterOf(query);
  const agents = useAgents();
  const { newer, hasGap, older, pages } = useLog(filter);
  const rows = [...newer, ...older];
  const row = (event: Event) =>
    html`<${EventRow} key=${event.id} event=${event} agents=${agents} isChosen=${event.id === chosen} />`;
  const isNew = isLocal && session.value?.actor.identity_id === undefined && pages.rows !== undefined && !pages.hasMore;
  return html`
    <div class=${`split ${chosen === undefined ? '' : 'chosen'}`}>
      <section class="list" aria-label="Events">
        <h1>Log</h1>
        <${LogFilters} filter=${filter} agents=${agents} />
        ${isNew && chosen === undefined && html`<${TourHint} />`}
        <ul class="rows" aria-label="Events">
          ${newer.map(row)}
          ${hasGap && html`<${EventGap} key="gap" error=${pages.error} onLoad=${pages.reload} />`}
          ${older.map(row)}
        </ul>
        <${ListEnd} pages=${{ ...pages, rows: pages.rows && rows }} what="events" empty="No events match. New events appear here." />
        <${Snippets} call=${{ name: 'events.list', verb: 'GET', path: '/v1/events', params: filter, isList: true }} />
      </section>
      ${chosen !== undefined && html`<${EventDetail} key=${chosen} id=${chosen} known=${rows} agents=${agents} />`}
    </div>
  `;
}
