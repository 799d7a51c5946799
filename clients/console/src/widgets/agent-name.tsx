import { href } from '../shell/route.ts';
import { useAgents } from './use-agents.ts';

interface AgentNameProps {
  readonly id: string | null;
  /** What is shown for a record of no agent in particular. */
  readonly none?: string;
}

/** An agent by its name, as a link to it, with its handle and id on hover. Until the agents have loaded, by its id. */
export function AgentName({ id, none = 'organization' }: AgentNameProps) {
  const agents = useAgents();
  if (id === null) return <span class="quiet">{none}</span>;
  const agent = agents.get(id);
  return (
    <a href={href(['agents', id])} title={agent === undefined ? id : `${agent.handle} ${id}`}>
      {agent?.display_name ?? <code>{id}</code>}
    </a>
  );
}
