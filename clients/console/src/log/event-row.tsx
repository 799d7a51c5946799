import type { Event, Identity } from '../../../typescript/src/index.ts';
import { href, route } from '../shell/route.ts';
import { Time } from '../widgets/time.tsx';
import { summaryOf, toneOfEvent } from './event-summary.ts';
import { FailingMark } from './failing-mark.tsx';
import type { FailingDeliveries } from './use-failing-deliveries.ts';

interface EventRowProps {
  readonly event: Event;
  readonly agents: ReadonlyMap<string, Identity>;
  /** Those of its deliveries that have not arrived. */
  readonly failing: FailingDeliveries | undefined;
  readonly isChosen: boolean;
}

/** An event in the list. A click opens it and keeps the filters. */
export function EventRow({ event, agents, failing, isChosen }: EventRowProps) {
  const { id, type, identity_id: agentId, created_at: at } = event;
  const address = href(['log', id], Object.fromEntries(route.value.query));
  const agent = agentId === null ? undefined : agents.get(agentId);
  return (
    <li>
      <a data-row href={address} aria-current={isChosen ? 'true' : undefined}>
        <Time at={at} />
        <code class={`type ${toneOfEvent(event) ?? ''}`}>{type}</code>
        <span class="agent" title={agent === undefined ? undefined : `${agent.handle} ${agent.id}`}>
          {agent?.display_name ?? agentId}
        </span>
        <span class="summary">{summaryOf(event)}</span>
        <span class="marks">{failing !== undefined && <FailingMark failing={failing} />}</span>
      </a>
    </li>
  );
}
