import { useState } from 'preact/hooks';
import type { Delivery } from '../../../typescript/src/index.ts';
import { IdLink } from '../widgets/id-link.tsx';
import { PagedTable } from '../widgets/paged-table.tsx';
import { Pill } from '../widgets/pill.tsx';
import { TABLE_ROLES } from '../widgets/table.tsx';
import { TableRow } from '../widgets/table-row.tsx';
import { Time } from '../widgets/time.tsx';
import type { PagesRead } from '../widgets/use-pages.ts';
import { DeliveredEvent } from './delivered-event.tsx';
import { DeliveryAttempts } from './delivery-attempts.tsx';

interface DeliveryTableProps {
  readonly pages: PagesRead<Delivery>;
  readonly empty: string;
}

const COLUMNS = ['Status', 'Response', 'Event', 'Endpoint', 'Attempts', 'Duration', 'Next attempt'];

/** Deliveries, each with its last attempt and when the next one is due. A row opens to show all attempts. */
export function DeliveryTable({ pages, empty }: DeliveryTableProps) {
  const row = (delivery: Delivery) => <DeliveryRow key={delivery.id} delivery={delivery} />;
  return <PagedTable pages={pages} label="Deliveries" columns={COLUMNS} row={row} empty={empty} />;
}

function DeliveryRow({ delivery }: { readonly delivery: Delivery }) {
  const { status, response_status: response, duration_ms: took, next_attempt_at: next, last_error: error } = delivery;
  const [isOpen, setOpen] = useState(false);
  const attempts = `attempts-${delivery.id}`;
  const cells = [
    <>
      <Pill status={status} /> <Time at={delivery.updated_at} />
    </>,
    // The reason comes before what is the same in every row, so that it is always in sight.
    (response ?? error) !== null && (
      <>
        {response} {error !== null && <span class="error">{error}</span>}
      </>
    ),
    <>
      <code>{delivery.event_type}</code> <DeliveredEvent type={delivery.event_type} id={delivery.event_id} />
    </>,
    <>
      <span class="url">{delivery.url}</span> <IdLink id={delivery.webhook_id} />
    </>,
    <button
      type="button"
      class="quiet"
      aria-expanded={isOpen}
      aria-controls={isOpen ? attempts : undefined}
      aria-label={`Attempts: ${delivery.attempt_count}`}
      onClick={() => setOpen(!isOpen)}
    >
      {delivery.attempt_count}
    </button>,
    took !== null && `${took} ms`,
    next !== null && <Time at={next} />,
  ];
  return (
    <>
      <TableRow id={delivery.id} cells={cells} />
      {isOpen && (
        <tr {...TABLE_ROLES.row} id={attempts}>
          <td colspan={COLUMNS.length}>
            <DeliveryAttempts delivery={delivery} />
          </td>
        </tr>
      )}
    </>
  );
}
