import { IdLink } from '../widgets/id-link.tsx';

/** Types of deliveries with events that are not in the log, so that there is no page to link to. */
const NOT_LOGGED: Readonly<Record<string, string>> = {
  'webhook.test': 'test, not in the log',
  'a2a.push_notification': 'push notification, not in the log',
};

/** Whether the log has the event of a delivery, by the type of the event. */
export function isLogged(type: string): boolean {
  return !Object.hasOwn(NOT_LOGGED, type);
}

interface DeliveredEventProps {
  readonly type: string;
  readonly id: string;
}

/** The id of the event of a delivery: a link, unless the log does not have the event. */
export function DeliveredEvent({ type, id }: DeliveredEventProps) {
  if (isLogged(type)) return <IdLink id={id} />;
  return (
    <>
      <code>{id}</code> <span class="quiet">{NOT_LOGGED[type]}</span>
    </>
  );
}
