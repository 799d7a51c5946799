import type { Domain } from '../../../typescript/src/index.ts';
import { aidOfSession } from '../shell/session.ts';
import { EmptyState } from '../widgets/empty-state.tsx';
import { Intro } from '../widgets/intro.tsx';
import { ListEnd } from '../widgets/list-end.tsx';
import { Snippets } from '../widgets/snippets.tsx';
import { usePages } from '../widgets/use-pages.ts';
import { DomainRecords } from './domain-records.tsx';
import { NewDomain } from './new-domain.tsx';

/** The mail domains with the DNS records to set up, and a form for a new one. */
export function DomainsPart() {
  const pages = usePages<Domain>(
    'domains',
    (signal, limit) => aidOfSession().domains.list({ limit }, { signal }).firstPage(),
    [],
  );
  const none = (
    <EmptyState
      title="There are no mail domains yet."
      action={<NewDomain label="Add the first domain" onCreated={pages.reload} />}
    >
      Agents have addresses on the service's own domain until then.
    </EmptyState>
  );
  return (
    <>
      <Intro action={<NewDomain onCreated={pages.reload} />}>
        With a domain of your own, agents write from it and receive at it. Its DNS records are shown here to copy.
      </Intro>
      {(pages.rows ?? []).map((domain) => (
        <DomainRecords key={domain.id} domain={domain} onChanged={pages.reload} />
      ))}
      <ListEnd pages={pages} what="domains" empty={none} />
      <Snippets call={{ name: 'domains.list', verb: 'GET', path: '/v1/domains', isList: true }} />
    </>
  );
}
