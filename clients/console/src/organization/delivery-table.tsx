import type { ComponentChildren } from 'preact';
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
  readonly empty: ComponentChildren;
  /** What all of them belong to, so that no row repeats it. */
  readonly of?: 'event' | 'endpoint';
}

const COLUMNS = ['Status', 'Response', 'Event', 'Endpoint', 'Attempts', 'Duration', 'Next attempt'] as const;

type Column = (typeof COLUMNS)[number];

/** Deliveries, each with its last attempt and when the next one is due. A row opens to show all attempts. */
export function DeliveryTable({ pages, empty, of }: DeliveryTableProps) {
  const columns = COLUMNS.filter((title) => title.toLowerCase() !== of);
  // The first delivery of an event that failed shows at once what the receiver responded.
  const failed =
    of === 'event' ? pages.rows?.find(({ status }) => status === 'dead_letter' || status === 'retrying') : undefined;
  const row = (delivery: Delivery) => (
    <DeliveryRow key={delivery.id} delivery={delivery} columns={columns} isOpenAtFirst={delivery === failed} />
  );
  return <PagedTable pages={pages} label="Deliveries" columns={columns} row={row} empty={empty} />;
}

interface DeliveryRowProps {
  readonly delivery: Delivery;
  readonly columns: readonly Column[];
  readonly isOpenAtFirst: boolean;
}

function DeliveryRow({ delivery, columns, isOpenAtFirst }: DeliveryRowProps) {
  const { status, response_status: response, duration_ms: took, next_attempt_at: next, last_error: error } = delivery;
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const attempts = `attempts-${delivery.id}`;
  const cells: Readonly<Record<Column, ComponentChildren>> = {
    Status: (
      <>
        <Pill status={status} /> <Time at={delivery.updated_at} />
      </>
    ),
    // The reason comes before what is the same in every row, so that it is always in sight.
    Response: (response ?? error) !== null && (
      <>
        {error !== `HTTP ${response}` && response} {error !== null && <span class="error">{error}</span>}
      </>
    ),
    Event: (
      <>
        <code>{delivery.event_type}</code> <DeliveredEvent type={delivery.event_type} id={delivery.event_id} />
      </>
    ),
    Endpoint: (
      <>
        <span class="url">{delivery.url}</span> <IdLink id={delivery.webhook_id} />
      </>
    ),
    Attempts: (
      <button
        type="button"
        class="quiet"
        aria-expanded={isOpen}
        aria-controls={isOpen ? attempts : undefined}
        aria-label={`Attempts: ${delivery.attempt_count}`}
        onClick={() => setOpen(!isOpen)}
      >
        {delivery.attempt_count}
      </button>
    ),
    Duration: took !== null && `${took} ms`,
    'Next attempt': next !== null && <Time at={next} />,
  };
  return (
    <>
      <TableRow id={delivery.id} cells={columns.map((title) => cells[title])} />
      {isOpen && (
        <tr {...TABLE_ROLES.row} id={attempts}>
          <td {...TABLE_ROLES.cell} colspan={columns.length}>
            <DeliveryAttempts delivery={delivery} />
          </td>
        </tr>
      )}
    </>
  );
}
