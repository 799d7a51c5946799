import { IdLink } from '../widgets/id-link.tsx';

/** Types of deliveries with events that are not in the log, so that there is no page to link to. */
const NOT_LOGGED: Readonly<Record<string, string>> = {
  'webhook.test': 'test, not in the log',
  'a2a.push_notification': 'push notification, not in the log',
};

interface DeliveredEventProps {
  readonly type: string;
  readonly id: string;
}

/** The id of the event of a delivery: a link, unless the log does not have the event. */
export function DeliveredEvent({ type, id }: DeliveredEventProps) {
  const note = Object.hasOwn(NOT_LOGGED, type) ? NOT_LOGGED[type] : undefined;
  if (note === undefined) return <IdLink id={id} />;
  return (
    <>
      <code>{id}</code> <span class="quiet">{note}</span>
    </>
  );
}
