import { goTo, hrefWith } from '../shell/route.ts';
import { useAgents } from './use-agents.ts';

interface AgentSelectProps {
  readonly value: string;
  /** The address with another agent; by default that of the page. */
  readonly addressOf?: (agentId: string) => string;
}

const ofThisPage = (agentId: string) => hrefWith({ identity_id: agentId });

/** A filter by agent, which is part of the URL as `identity_id`. */
export function AgentSelect({ value, addressOf = ofThisPage }: AgentSelectProps) {
  const agents = [...useAgents().values()];
  const choose = (event: Event) => goTo(addressOf((event.target as HTMLSelectElement).value));
  return (
    <label>
      Agent
      <select value={value} onChange={choose}>
        <option value="">all</option>
        {agents.map(({ id, handle, display_name: name }) => (
          <option value={id}>{name === handle ? name : `${name} (${handle})`}</option>
        ))}
      </select>
    </label>
  );
}
