import { computed, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Identity } from '../../../typescript/src/index.ts';
import { onArrival } from '../shell/arrival-listeners.ts';
import { aidOfSession, type Session } from '../shell/session.ts';
import { onWrite } from '../shell/written.ts';
import { type Loaded, useLoad } from './use-load.ts';

/** How many agents to load for their names. */
const MAX_NAMED = 1000;

const loaded = signal<readonly Identity[]>([]);
const byId = computed<ReadonlyMap<string, Identity>>(() => new Map(loaded.value.map((agent) => [agent.id, agent])));

/** The organization's agents by id. With an agent key: only that agent. Empty until they have loaded. */
export function useAgents(): ReadonlyMap<string, Identity> {
  return byId.value;
}

/**
 * Loads the agents for the whole page, and again when there is an unknown one or this console has changed one. They are
 * forgotten with the page: the next session may be that of another organization.
 */
export function useLoadedAgents({ actor }: Session): Loaded<readonly Identity[]> {
  const own = actor.identity_id;
  const agents = useLoad(
    async (signal) => {
      const { identities } = aidOfSession();
      return own === undefined
        ? identities.list({ limit: 200 }, { signal }).all({ limit: MAX_NAMED })
        : [await identities.get(own, { signal })];
    },
    [actor.org_id, own],
  );
  useEffect(() => {
    loaded.value = agents.data ?? [];
  }, [agents.data]);
  useEffect(
    () => () => {
      loaded.value = [];
    },
    [],
  );
  useEffect(() => {
    // Events of a deleted agent would load the agents again and again.
    const askedFor = new Set<string>();
    const ends = [
      onArrival(({ identity_id: id }) => {
        if (own !== undefined || id === null || byId.value.has(id) || askedFor.has(id)) return;
        askedFor.add(id);
        agents.reload();
      }),
      onWrite((path) => {
        if (/\/v1\/identities(?:\/[^/]+(?:\/(?:suspend|reinstate))?)?$/.test(path)) agents.reload();
      }),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [actor]);
  return agents;
}
