import type { Domain } from '../../../typescript/src/index.ts';
import { aidOfSession } from '../shell/session.ts';
import { Code } from '../widgets/code.tsx';
import { Confirm } from '../widgets/confirm.tsx';
import { CopyButton } from '../widgets/copy-button.tsx';
import { ErrorText } from '../widgets/error-text.tsx';
import { Pill } from '../widgets/pill.tsx';
import { Table } from '../widgets/table.tsx';
import { TableRow } from '../widgets/table-row.tsx';
import { Time } from '../widgets/time.tsx';
import { useAction } from '../widgets/use-action.ts';

interface DomainRecordsProps {
  readonly domain: Domain;
  readonly onChanged: () => void;
}

const COLUMNS = ['Purpose', 'Type', 'Name', 'Value', 'Status'];

const row = ({ purpose, type, name, value, priority, status }: Domain['records'][number]) => (
  <TableRow
    cells={[
      <Code code={purpose} />,
      type,
      <>
        <code>{name}</code> <CopyButton text={name} what="Copy name" />
      </>,
      <>
        {priority !== null && `${priority} `}
        <code>{value}</code> <CopyButton text={value} what="Copy value" />
      </>,
      <Pill status={status} />,
    ]}
  />
);

/** A mail domain and its DNS records, ready to copy. */
export function DomainRecords({ domain, onChanged }: DomainRecordsProps) {
  const { id, domain: name, status, records } = domain;
  const { domains } = aidOfSession();
  const verify = useAction(async () => {
    await domains.verify(id);
    onChanged();
  });
  const remove = useAction(async () => {
    await domains.delete(id);
    onChanged();
  });
  return (
    <article class="message" aria-label={name}>
      <div class="heading">
        <h3>
          {name} <Pill status={status} />
        </h3>
        <div class="actions">
          <button type="button" disabled={verify.isRunning} onClick={verify.run}>
            Check records
          </button>
          <Confirm title="Delete" question={`Delete ${name}? It must have no mailboxes.`} onConfirm={remove.run} />
        </div>
      </div>
      <ErrorText error={verify.error ?? remove.error} />
      <p class="quiet">
        Last checked: <Time at={domain.last_checked_at} />
      </p>
      <Table label={`Records of ${name}`} columns={COLUMNS}>
        {records.map(row)}
      </Table>
    </article>
  );
}
