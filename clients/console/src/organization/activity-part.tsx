import type { Delivery, Event } from '../../../typescript/src/index.ts';
import { aidOfSession } from '../shell/session.ts';
import { EmptyState } from '../widgets/empty-state.tsx';
import { ErrorText } from '../widgets/error-text.tsx';
import { Loading } from '../widgets/loading.tsx';
import { useLoad } from '../widgets/use-load.ts';
import { countsByDay, knownDays } from './counts-by-day.ts';
import { DayChart } from './day-chart.tsx';

/** How many days are shown, and how many of the newest records are counted for them. */
const DAYS = 14;
const MAX_COUNTED = 1_000;
const PAGE = 200;

/** The charts of events: the title, and the type that is counted. */
const OF_EVENTS = [
  ['Emails received', 'mail.received', false],
  ['Emails sent', 'mail.sent', false],
  ['Emails bounced', 'mail.bounced', true],
  ['Tasks', 'a2a.task.created', false],
  ['Held for a person', 'approval.requested', false],
] as const;

/** What the agents did on each of the last days, counted from the log and the deliveries. */
export function ActivityPart() {
  const { data, error } = useLoad(async (signal) => {
    const { events, webhooks } = aidOfSession();
    const many = { limit: MAX_COUNTED };
    return Promise.all([
      events.list({ limit: PAGE }, { signal }).all(many),
      webhooks.deliveries.list({ limit: PAGE }, { signal }).all(many),
    ]);
  }, []);
  return (
    <section aria-label="Activity">
      <h3>Last {DAYS} days</h3>
      <ErrorText error={error} />
      {data === undefined && error === undefined && <Loading what="the activity" />}
      {data !== undefined && data[0].length + data[1].length === 0 && (
        <EmptyState title="Nothing has happened yet.">
          Charts count the emails, tasks and deliveries of each day, once there are some.
        </EmptyState>
      )}
      {data !== undefined && data[0].length + data[1].length > 0 && <Charts events={data[0]} deliveries={data[1]} />}
    </section>
  );
}

interface ChartsProps {
  readonly events: readonly Event[];
  readonly deliveries: readonly Delivery[];
}

function Charts({ events, deliveries }: ChartsProps) {
  const present = Date.now();
  const ofEvents = knownDays(DAYS, lastOf(events), present);
  const ofDeliveries = knownDays(DAYS, lastOf(deliveries), present);
  const isCut = ofEvents.length < DAYS || ofDeliveries.length < DAYS;
  const deliveriesWith = (isWanted: (status: string) => boolean) =>
    countsByDay(ofDeliveries, timesOf(deliveries.filter(({ status }) => isWanted(status))));
  return (
    <>
      <div class="charts">
        {OF_EVENTS.map(([title, type, isFailure]) => (
          <DayChart
            key={type}
            title={title}
            counts={countsByDay(ofEvents, timesOf(events.filter((event) => event.type === type)))}
            isFailure={isFailure}
          />
        ))}
        <DayChart title="Deliveries" counts={deliveriesWith((status) => status === 'delivered')} />
        <DayChart title="Deliveries failed" counts={deliveriesWith((status) => status === 'dead_letter')} isFailure />
      </div>
      <p class="quiet">
        Days are those of UTC.
        {isCut && ` Counted from the newest ${MAX_COUNTED.toLocaleString()} records, which do not reach further back.`}
      </p>
    </>
  );
}

const timesOf = (records: readonly { readonly created_at: string }[]) => records.map(({ created_at: at }) => at);

/** The time of the last record that was read, if there may be older ones. */
const lastOf = (records: readonly { readonly created_at: string }[]) =>
  records.length < MAX_COUNTED ? undefined : records.at(-1)?.created_at;
