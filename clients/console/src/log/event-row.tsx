import type { Event, Identity } from '../../../typescript/src/index.ts';
import { href, route } from '../shell/route.ts';
import { Time } from '../widgets/time.tsx';
import { summaryOf } from './event-summary.ts';

interface EventRowProps {
  readonly event: Event;
  readonly agents: ReadonlyMap<string, Identity>;
  readonly isChosen: boolean;
}

/** An event in the list. A click opens it and keeps the filters. */
export function EventRow({ event, agents, isChosen }: EventRowProps) {
  const { id, type, identity_id: agent, created_at: at } = event;
  const address = href(['log', id], Object.fromEntries(route.value.query));
  return (
    <li>
      <a data-row href={address} aria-current={isChosen ? 'true' : undefined}>
        <Time at={at} />
        <code class="type">{type}</code>
        <span class="agent">{agent === null ? '' : (agents.get(agent)?.handle ?? agent)}</span>
        <span class="summary">{summaryOf(event)}</span>
      </a>
    </li>
  );
}
