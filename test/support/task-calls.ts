import type { OperationName } from '#testing/operations.ts';
import { eventsIn, type KeyedOrganization, type TwoAgents } from './two-agents.ts';

/** The calls of two agents about a task. `agents` returns those of the test that runs. */
export function taskCalls(agents: () => Pick<TwoAgents, 'api' | 'caller' | 'worker'>) {
  const act = <N extends OperationName>(name: N, agent: { key: string }, id: string, body: object = {}) =>
    agents().api.call(name, { key: agent.key, params: { id }, body });
  return {
    act,
    send: (body: object = {}) => {
      const { api, caller, worker } = agents();
      return api.call('createTask', {
        key: caller.key,
        body: { to_handle: worker.handle, message: 'hello', ...body },
      });
    },
    reply: (id: string, state: string, body: object = {}) =>
      act('replyToTask', agents().worker, id, { state, ...body }),
    read: (id: string, reader: { key: string } = agents().caller) =>
      agents().api.call('getTask', { key: reader.key, params: { id } }),
    log: async (org: KeyedOrganization, kind = 'task') =>
      (await eventsIn(agents().api, org)).filter(({ type }) => type.includes(kind)),
  };
}
