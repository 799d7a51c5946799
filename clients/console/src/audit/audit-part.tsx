import type { AuditEntry } from '../../../typescript/src/index.ts';
import { goTo, hrefWith, route } from '../shell/route.ts';
import { aidOfSession } from '../shell/session.ts';
import { labelOf } from '../widgets/code.tsx';
import { Difference } from '../widgets/difference.tsx';
import { fieldsOf } from '../widgets/form-fields.ts';
import { PagedTable } from '../widgets/paged-table.tsx';
import { Snippets } from '../widgets/snippets.tsx';
import { TableRow } from '../widgets/table-row.tsx';
import { Time } from '../widgets/time.tsx';
import { usePages } from '../widgets/use-pages.ts';
import { AuditExport } from './audit-export.tsx';
import { AUDIT_FILTERS, auditFilterOf } from './audit-filter.ts';

const COLUMNS = ['Time', 'Who', 'From', 'Action', 'What', 'Before and after'];
const PLACEHOLDERS = { actor: 'usr_… or key_…', action: 'createWebhook', target: 'whk_…' } as const;

/** Who changed what, when and from where. The filters are part of the URL. */
export function AuditPart() {
  const filter = auditFilterOf(route.value.query);
  const pages = usePages<AuditEntry>(
    'audit',
    (signal, limit) =>
      aidOfSession()
        .audit.list({ ...filter, limit }, { signal })
        .firstPage(),
    [filter],
  );
  const apply = (event: SubmitEvent) => {
    event.preventDefault();
    goTo(hrefWith(fieldsOf(event)));
  };
  return (
    <>
      <form class="filters" role="search" aria-label="Audit" key={JSON.stringify(filter)} onSubmit={apply}>
        {AUDIT_FILTERS.map((name) => (
          <label key={name}>
            {labelOf(name)}
            <input name={name} defaultValue={filter[name] ?? ''} placeholder={PLACEHOLDERS[name]} />
          </label>
        ))}
        <button>Filter</button>
        {Object.keys(filter).length > 0 && (
          <a href={hrefWith(Object.fromEntries(AUDIT_FILTERS.map((name) => [name, undefined])))}>Clear filters</a>
        )}
      </form>
      <PagedTable pages={pages} label="Entries" columns={COLUMNS} row={entryRow} empty="No changes match." />
      <AuditExport key={JSON.stringify(filter)} filter={filter} />
      <Snippets call={{ name: 'audit.list', verb: 'GET', path: '/v1/audit', params: filter, isList: true }} />
    </>
  );
}

function entryRow({ id, at, actor, address, action, target, before, after }: AuditEntry) {
  const filterBy = (query: Readonly<Record<string, string>>, text: string) => <a href={hrefWith(query)}>{text}</a>;
  const cells = [
    <Time at={at} />,
    <>
      {filterBy({ actor: actor.id }, actor.label ?? actor.id)} <span class="quiet">{labelOf(actor.type)}</span>
    </>,
    address ?? <span class="quiet">none</span>,
    filterBy({ action }, action),
    <>
      {labelOf(target.type)} <code>{filterBy({ target: target.id }, target.id)}</code>
    </>,
    (before ?? after) !== null && (
      <details>
        <summary>Show</summary>
        <Difference label={`Before and after ${action}`} before={linesOf(before)} after={linesOf(after)} />
      </details>
    ),
  ];
  return <TableRow key={id} id={id} cells={cells} />;
}

/** The fields of a record, one to a line. */
function linesOf(record: AuditEntry['before']): string {
  if (record === null) return '';
  return Object.entries(record)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
    .join('\n');
}
