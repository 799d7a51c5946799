import { route } from '../shell/route.ts';
import { AgentList } from './agent-list.tsx';
import { AgentPage } from './agent-page.tsx';

/** The agents of the organization, or one of them. */
export function AgentsPage() {
  const [, id, part = 'mail', item] = route.value.path;
  if (id === undefined) return <AgentList />;
  return <AgentPage key={id} id={id} part={part} item={item} />;
}
