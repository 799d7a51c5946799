import type { Domain } from '../../../typescript/src/index.ts';
import { aidOfSession } from '../shell/session.ts';
import { ErrorText } from '../widgets/error-text.tsx';
import { Field } from '../widgets/field.tsx';
import { ListEnd } from '../widgets/list-end.tsx';
import { Snippets } from '../widgets/snippets.tsx';
import { useForm } from '../widgets/use-form.ts';
import { usePages } from '../widgets/use-pages.ts';
import { DomainRecords } from './domain-records.tsx';

/** The mail domains with the DNS records to set up, and a form for a new one. */
export function DomainsPart() {
  const pages = usePages<Domain>(
    'domains',
    (signal, limit) => aidOfSession().domains.list({ limit }, { signal }).firstPage(),
    [],
  );
  const create = useForm(async (fields, form) => {
    await aidOfSession().domains.create({ domain: fields.domain ?? '' });
    form.reset();
    pages.reload();
  });
  return (
    <>
      {(pages.rows ?? []).map((domain) => (
        <DomainRecords key={domain.id} domain={domain} onChanged={pages.reload} />
      ))}
      <ListEnd
        pages={pages}
        what="domains"
        empty="There are no mail domains yet. Agents have addresses on the service's own domain."
      />
      <details class="new">
        <summary>New domain</summary>
        <form onSubmit={create.run}>
          <Field label="Domain" name="domain" required hint="For example mail.example.com" />
          <ErrorText error={create.error} />
          <button class="primary" disabled={create.isRunning}>
            Add domain
          </button>
        </form>
      </details>
      <Snippets call={{ name: 'domains.list', verb: 'GET', path: '/v1/domains', isList: true }} />
    </>
  );
}
