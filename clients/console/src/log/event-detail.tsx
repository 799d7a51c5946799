import type { Event } from '../../../typescript/src/index.ts';
import { href, route } from '../shell/route.ts';
import { aidOfSession } from '../shell/session.ts';
import { TraceLink } from '../trace/trace-link.tsx';
import { AgentName } from '../widgets/agent-name.tsx';
import { BackLink } from '../widgets/back-link.tsx';
import { Code } from '../widgets/code.tsx';
import { CopyableCode } from '../widgets/copyable-code.tsx';
import { ErrorText } from '../widgets/error-text.tsx';
import { FactList } from '../widgets/fact-list.tsx';
import { IdLink } from '../widgets/id-link.tsx';
import { JsonView } from '../widgets/json-view.tsx';
import { Loading } from '../widgets/loading.tsx';
import { Snippets } from '../widgets/snippets.tsx';
import { Time } from '../widgets/time.tsx';
import { useLoad } from '../widgets/use-load.ts';
import { DeliveryBody } from './delivery-body.tsx';
import { EventDeliveries } from './event-deliveries.tsx';
import { threadOf } from './event-filter.ts';
import { summaryOf } from './event-summary.ts';
import { findEvent } from './find-event.ts';

interface EventDetailProps {
  readonly id: string;
  /** The events of the list, which may include it. */
  readonly known: readonly Event[];
}

/** One event: its fields, what became of its deliveries, and its payload. */
export function EventDetail({ id, known }: EventDetailProps) {
  const inList = known.find((event) => event.id === id);
  const { data, error } = useLoad(
    async (signal) => inList ?? (await findEvent(aidOfSession(), id, {}, signal)) ?? null,
    [id, inList !== undefined],
  );
  const event = inList ?? data;
  return (
    <article class="detail" aria-label="Event">
      <BackLink class="back" path={['log']} query={Object.fromEntries(route.value.query)} title="All events" />
      <ErrorText error={error} />
      {event === undefined && error === undefined && <Loading what="the event" />}
      {event === null && (
        <p>
          The log has no event <code>{id}</code>. Test deliveries have ids like this one, but are not kept in the log.
        </p>
      )}
      {event && <Found event={event} />}
    </article>
  );
}

function Found({ event }: { readonly event: Event }) {
  const { id, type, identity_id: agent, aggregate_type: kind, aggregate_id: about } = event;
  const thread = threadOf(event);
  const filterBy = (query: Record<string, string>, text: string) => <a href={href(['log'], query)}>{text}</a>;
  return (
    <>
      <h1>
        <code>{type}</code>
      </h1>
      <p>{summaryOf(event)}</p>
      <FactList
        facts={{
          ID: <CopyableCode text={id} />,
          Time: <Time at={event.created_at} isExact />,
          Agent: agent !== null && (
            <>
              <AgentName id={agent} /> {filterBy({ identity_id: agent }, 'Filter by this agent')}
            </>
          ),
          About: about !== null && (
            <>
              {kind !== null && <Code code={kind} />} <IdLink id={about} of={agent} />{' '}
              {filterBy({ aggregate_id: about }, 'Filter by this')}
            </>
          ),
          Thread: thread !== undefined && (
            <>
              <IdLink id={thread} of={agent} /> {filterBy({ thread_id: thread }, 'Filter by this thread')}
            </>
          ),
        }}
      />
      <TraceLink id={id} />
      <EventDeliveries event={event} />
      <h2>Payload</h2>
      <JsonView value={event.payload} of={kind === 'mail_message' ? agent : null} label="Payload" />
      <DeliveryBody eventId={id} />
      <Snippets call={{ name: 'events.replay', verb: 'POST', path: `/v1/events/${id}/replay`, ids: [id] }} />
    </>
  );
}
