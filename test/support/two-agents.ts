import type { Table } from '#shared/data/table-client.ts';
import { InProcessApi } from './in-process-api.ts';

export interface KeyedOrganization {
  id: string;
  key: string;
}

export interface KeyedAgent {
  id: string;
  key: string;
  handle: string;
}

/** Two agents that may reach each other, and their organizations, which may be the same. */
export interface TwoAgents {
  api: InProcessApi;
  ours: KeyedOrganization;
  theirs: KeyedOrganization;
  caller: KeyedAgent;
  worker: KeyedAgent;
}

/** `open`: the worker accepts tasks from strangers. */
export async function twoAgents(
  table: Table,
  { open = false, sameOrganization = false }: { open?: boolean; sameOrganization?: boolean } = {},
): Promise<TwoAgents> {
  const api = new InProcessApi(table, { unverifiedAgents: 1000 });
  const [ours, other] = await Promise.all([api.organization(), ...(sameOrganization ? [] : [api.organization()])]);
  const theirs = other ?? ours;
  const [caller, worker] = await Promise.all([api.agent(ours.key), api.agent(theirs.key)]);
  if (open) await openToAll(api, theirs, worker);
  return { api, ours, theirs, caller, worker };
}

export function openToAll(api: InProcessApi, { key }: KeyedOrganization, { id }: KeyedAgent) {
  return api.call('putA2aSettings', { key, params: { id }, body: { filter_mode: 'blocklist' } });
}

export interface SeenEvent {
  type: string;
  identity_id: string | null;
  aggregate_id: string | null;
  payload: Record<string, unknown>;
  created_at: string;
}

/** The newest 200 events of an organization, newest first. */
export async function eventsIn(api: InProcessApi, { key }: { key: string }): Promise<SeenEvent[]> {
  return (await api.call('listEvents', { key, query: { limit: '200' } })).body.events;
}

/** A rejection without the parts that differ in every reply. */
export function refusal({ status, body }: { status: number; body: { error: { request_id: string } } }) {
  return { status, text: JSON.stringify(body).replace(body.error.request_id, '') };
}
