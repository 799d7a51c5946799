import { html } from 'htm/preact';
import { route } from '../shell/route.ts';
import { AgentList } from './agent-list.ts';
import { AgentPage } from './agent-page.ts';

/** The agents of the organization, or one of them. */
export function AgentsPage() {
  const [, id, part = 'mail', item] = route.value.path;
  if (id === undefined) return html`<${AgentList} />`;
  return html`<${AgentPage} key=${id} id=${id} part=${part} item=${item} />`;
}
