import { defaultAddress, type Identity } from '#shared/data/entities/organization/identity.ts';
import { toolResult } from '../results/tool-result.ts';
import type { ToolRunner } from '../tool-context.ts';

const NOTES = {
  orgKey: 'This is an org key. To act as an agent, send its id or handle in the header aid-identity.',
  severalAgents: 'You act for several agents. Name one with the argument agent in each call.',
} as const;

/** The caller, the agent that an org key acts for or the agents of a token, and what is left of today. */
export const whoami: ToolRunner<'whoami'> = async ({ api, caller }) => {
  const { identityId: id, agents, isAgent } = caller;
  const [me, usage, agent] = await Promise.all([
    api.call('getMe'),
    api.call('getUsage'),
    id === undefined ? undefined : api.call('getIdentity', { params: { id } }),
  ]);
  return toolResult({
    actor_type: me.actor_type,
    organization: me.org_name,
    identity_id: agent?.id,
    handle: agent?.handle,
    display_name: agent?.display_name,
    email_address: agent?.email_address,
    description: agent?.description,
    emails_left_today: Math.max(0, usage.email_daily_limit - usage.email_sent_today),
    emails_reset_at: usage.email_resets_at,
    ...(agents !== undefined && { agents: agents.map(shownAgent), note: NOTES.severalAgents }),
    ...(id === undefined && !isAgent && { note: NOTES.orgKey }),
  });
};

/** An agent that a token acts for, in words of its own organization. */
function shownAgent(agent: Identity) {
  const { id, handle, displayName, status } = agent;
  return {
    identity_id: id,
    handle,
    display_name: displayName,
    email_address: defaultAddress(agent),
    ...(status === 'suspended' && { status }),
  };
}
