import { toolResult } from '../results/tool-result.ts';
import type { ToolRunner } from '../tool-context.ts';

/** The caller, or the agent that an org key acts for, and what is left of today. */
export const whoami: ToolRunner<'whoami'> = async ({ api, caller }) => {
  const { identityId: id } = caller;
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
    ...(id === undefined && {
      note: 'This is an org key. To act as an agent, send its id or handle in the header aid-identity.',
    }),
  });
};
