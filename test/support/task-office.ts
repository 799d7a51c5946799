import { expect } from 'vitest';
import { findTask } from '#shared/data/entities/a2a/task.ts';
import type { Table } from '#shared/data/table-client.ts';
import { useApprovals } from './approval-harness.ts';

type Json = Record<string, unknown>;

/** What the other side sees of a task that was not sent. */
export const NOTHING = { tasks: [], events: [] };

/** Held tasks on a real table. */
export function useTaskOffices(engine: { readonly table: Table }) {
  const { office, api } = useApprovals(engine);

  /** An agent, the tasks of which to other organizations are held as the settings say, and an agent of another one. */
  async function taskOffice(settings: Json = { task: 'always' }) {
    const made = await office(settings);
    const { key } = made.agent;
    const theirs = await api().organization();
    const worker = await api().agent(theirs.key);
    await api().call('putA2aSettings', {
      key: theirs.key,
      params: { id: worker.id },
      body: { filter_mode: 'blocklist' },
    });
    const send = (body: Json = {}, call: { idempotencyKey?: string } = {}) =>
      api().call('createTask', { key, body: { to_handle: worker.handle, message: 'Please check.', ...body }, ...call });
    const get = (id: string, by = key) => api().call('getTask', { key: by, params: { id }, query: {} });
    return {
      ...made,
      theirs,
      worker,
      send,
      get,
      held: async (body: Json = {}) => {
        const { status, body: task } = await send(body);
        expect([status, task.status, task.state], JSON.stringify(task)).toEqual([202, 'held', 'auth_required']);
        return { task, approval: await made.read(task.approval_id ?? '') };
      },
      /** What the agent and the organization of the other side see. */
      seenThere: async () => {
        const [inbound, all, events] = await Promise.all([
          api().call('listTasks', { key: worker.key, query: { direction: 'inbound' } }),
          api().call('listTasks', { key: theirs.key, query: {} }),
          api().call('listEvents', { key: theirs.key, query: { limit: '200' } }),
        ]);
        expect(all.body.tasks.map(({ id }: { id: string }) => id)).toEqual(
          inbound.body.tasks.map(({ id }: { id: string }) => id),
        );
        return {
          tasks: inbound.body.tasks.map(({ id }: { id: string }) => id),
          events: events.body.events
            .filter(({ type }: { type: string }) => type.startsWith('a2a.task'))
            .map(({ aggregate_id }: { aggregate_id: string | null }) => aggregate_id),
        };
      },
      block: () =>
        api().call('createA2aRule', {
          key: theirs.key,
          body: { identity_id: worker.id, handle: made.agent.handle, action: 'block', direction: 'both' },
        }),
      exists: async (id: string) => (await findTask(engine.table, id)) !== undefined,
      ok: ({ id, content_hash }: { id: string; content_hash: string }) => made.approve(id, { content_hash }),
    };
  }

  return { taskOffice, api };
}
