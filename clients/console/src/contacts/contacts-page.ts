import { html } from 'htm/preact';
import { href, route } from '../shell/route.ts';
import { session } from '../shell/session.ts';
import { ContactList } from './contact-list.ts';
import { RulesPart } from './rules-part.ts';

/** The contacts of the agents, and the rules about who may write to them. Rules need an org key. */
export function ContactsPage() {
  const [, part = 'people'] = route.value.path;
  const isOrgKey = session.value?.actor.identity_id === undefined;
  const parts = [['people', 'Contacts'], ...(isOrgKey ? [['rules', 'Rules']] : [])] as const;
  return html`
    <h1>${part === 'rules' ? 'Contact rules' : 'Contacts'}</h1>
    <nav class="parts" aria-label="Contact sections">
      ${parts.map(
        ([name = '', title]) =>
          html`<a href=${href(['contacts', name])} aria-current=${name === part ? 'page' : undefined}>${title}</a>`,
      )}
    </nav>
    ${part === 'rules' && isOrgKey ? html`<${RulesPart} />` : html`<${ContactList} />`}
  `;
}
