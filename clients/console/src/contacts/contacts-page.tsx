import { href, route } from '../shell/route.ts';
import { session } from '../shell/session.ts';
import { LinkRow } from '../widgets/link-row.tsx';
import { ContactList } from './contact-list.tsx';
import { RulesPart } from './rules-part.tsx';

/** The contacts of the agents, and the rules about who may write to them. Rules need an org key. */
export function ContactsPage() {
  const [, part = 'people'] = route.value.path;
  const isOrgKey = session.value?.actor.identity_id === undefined;
  const parts = [['people', 'Contacts'] as const, ...(isOrgKey ? [['rules', 'Rules'] as const] : [])];
  const links = parts.map(([name, title]) => ({ href: href(['contacts', name]), title, isCurrent: name === part }));
  return (
    <>
      <h1>{part === 'rules' ? 'Contact rules' : 'Contacts'}</h1>
      <LinkRow class="parts" label="Contact sections" links={links} />
      {part === 'rules' && isOrgKey ? <RulesPart /> : <ContactList />}
    </>
  );
}
