import { ApprovalSettingsPart } from '../approvals/approval-settings-part.tsx';
import { AuditPart } from '../audit/audit-part.tsx';
import { href, route } from '../shell/route.ts';
import { isPerson, session } from '../shell/session.ts';
import { LinkRow } from '../widgets/link-row.tsx';
import { AccountsPart } from './accounts-part.tsx';
import { DeliveriesPart } from './deliveries-part.tsx';
import { DeliveryPage } from './delivery-page.tsx';
import { DomainsPart } from './domains-part.tsx';
import { EndpointPage } from './endpoint-page.tsx';
import { EndpointsPart } from './endpoints-part.tsx';
import { GrantTable } from './grant-table.tsx';
import { KeyTable } from './key-table.tsx';
import { MembersPart } from './members-part.tsx';
import { SecondFactorPart } from './second-factor-part.tsx';
import { SessionTable } from './session-table.tsx';
import { SignaturePart } from './signature-part.tsx';
import { UsagePart } from './usage-part.tsx';

/** The sections of the page, and who may see each. */
const PARTS = [
  { name: 'usage', title: 'Usage', isFor: 'all', show: UsagePart },
  { name: 'members', title: 'Members', isFor: 'org keys', show: MembersPart },
  { name: 'approvals', title: 'Approval settings', isFor: 'org keys', show: ApprovalSettingsPart },
  { name: 'endpoints', title: 'Endpoints', isFor: 'all', show: EndpointsPart },
  { name: 'deliveries', title: 'Deliveries', isFor: 'all', show: DeliveriesPart },
  { name: 'signatures', title: 'Signatures', isFor: 'all', show: SignaturePart },
  { name: 'keys', title: 'Keys', isFor: 'all', show: KeyTable },
  { name: 'sessions', title: 'Sessions', isFor: 'people', show: SessionTable },
  { name: 'second-factor', title: 'Second factor', isFor: 'people', show: SecondFactorPart },
  { name: 'connectors', title: 'Connectors', isFor: 'org keys', show: GrantTable },
  { name: 'domains', title: 'Domains', isFor: 'org keys', show: DomainsPart },
  { name: 'accounts', title: 'Provider accounts', isFor: 'org keys', show: AccountsPart },
  { name: 'audit', title: 'Audit', isFor: 'org keys', show: AuditPart },
] as const;

/** The sections that the user of the console may see. The token of a person is like an org key. */
export function shownParts() {
  const actor = session.value?.actor;
  const isOrgKey = actor?.identity_id === undefined;
  return PARTS.filter(({ isFor }) => isFor === 'all' || (isFor === 'people' ? isPerson(actor) : isOrgKey));
}

/** The organization: what it has used, what waits for its people, and all that is set up for it. */
export function OrganizationPage() {
  const [, name = 'usage', item] = route.value.path;
  const parts = shownParts();
  const part = parts.find((one) => one.name === name);
  const links = parts.map((one) => ({
    href: href(['organization', one.name]),
    title: one.title,
    isCurrent: one === part,
  }));
  return (
    <>
      <h1>{session.value?.actor.org_name}</h1>
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
