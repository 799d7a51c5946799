import type { Identity } from '../../../typescript/src/index.ts';
import { aidOfSession, session } from '../shell/session.ts';
import { useLoad } from './use-load.ts';

/** How many agents to load for their names. */
const MAX_NAMED = 1000;

/** The organization's agents by id. With an agent key: only that agent. */
export function useAgents(): ReadonlyMap<string, Identity> {
  const own = session.value?.actor.identity_id;
  const { data } = useLoad(
    async (signal) => {
      const { identities } = aidOfSession();
      return own === undefined
        ? identities.list({ limit: 200 }, { signal }).all({ limit: MAX_NAMED })
        : [await identities.get(own, { signal })];
    },
    [own],
  );
  return new Map((data ?? []).map((agent) => [agent.id, agent]));
}
