import { href, route } from '../shell/route.ts';
import { session } from '../shell/session.ts';
import { LinkRow } from '../widgets/link-row.tsx';
import { AccountsPart } from './accounts-part.tsx';
import { DeliveryPage } from './delivery-page.tsx';
import { DomainsPart } from './domains-part.tsx';
import { EndpointPage } from './endpoint-page.tsx';
import { EndpointsPart } from './endpoints-part.tsx';
import { KeyTable } from './key-table.tsx';
import { SignaturePart } from './signature-part.tsx';
import { UsagePart } from './usage-part.tsx';

/** The sections of the page. Those without `forAgents` need an org key. */
export const PARTS = [
  { name: 'usage', title: 'Usage', forAgents: true, show: UsagePart },
  { name: 'endpoints', title: 'Endpoints', forAgents: true, show: EndpointsPart },
  { name: 'signatures', title: 'Signatures', forAgents: true, show: SignaturePart },
  { name: 'keys', title: 'Keys', forAgents: true, show: KeyTable },
  { name: 'domains', title: 'Domains', forAgents: false, show: DomainsPart },
  { name: 'accounts', title: 'Provider accounts', forAgents: false, show: AccountsPart },
] as const;

/** The organization: usage, endpoints, keys, domains and provider accounts. */
export function OrganizationPage() {
  const [, name = 'usage', item] = route.value.path;
  const actor = session.value?.actor;
  const parts = PARTS.filter(({ forAgents }) => forAgents || actor?.identity_id === undefined);
  const part = parts.find((one) => one.name === (name === 'deliveries' ? 'endpoints' : name));
  const links = parts.map((one) => ({
    href: href(['organization', one.name]),
    title: one.title,
    isCurrent: one === part,
  }));
  return (
    <>
      <h1>{actor?.org_name}</h1>
      <LinkRow class="parts" label="Organization sections" links={links} />
      {show()}
    </>
  );

  function show() {
    if (name === 'deliveries' && item !== undefined) return <DeliveryPage key={item} id={item} />;
    if (part === undefined) return <p>There is no such section.</p>;
    if (name === 'endpoints' && item !== undefined) return <EndpointPage key={item} id={item} />;
    return (
      <>
        <h2>{part.title}</h2>
        <part.show />
      </>
    );
  }
}
