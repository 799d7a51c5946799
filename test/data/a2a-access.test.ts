import { beforeEach, describe, expect, test } from 'vitest';
import type { OperationName } from '#testing/operations.ts';
import { useEngine } from '../support/engine.ts';
import { eventsIn, type KeyedOrganization, refusal, type TwoAgents, twoAgents } from '../support/two-agents.ts';

const engine = useEngine();
let { api, ours, theirs, caller, worker } = {} as TwoAgents;

beforeEach(async () => {
  ({ api, ours, theirs, caller, worker } = await twoAgents(engine.table));
});

type Agent = TwoAgents['caller'];
type Org = KeyedOrganization;
const send = (to: Agent = worker, from: Agent = caller) =>
  api.call('createTask', { key: from.key, body: { to_handle: to.handle, message: 'hello' } });
const put = (agent: Agent, key: string, body: object) =>
  api.call('putA2aSettings', { key, params: { id: agent.id }, body });
const rule = (org: Org, agent: Agent, other: Agent, action: string, direction?: string) =>
  api.call('createA2aRule', {
    key: org.key,
    body: { identity_id: agent.id, handle: other.handle, action, ...(direction && { direction }) },
  });
const step = <N extends OperationName>(name: N, org: Org, id: string) =>
  api.call(name, { key: org.key, params: { id } });
const events = (org: Org) => eventsIn(api, org);

describe('access to an agent', () => {
  test('A task without access gets the same 404 as an unknown handle byte for byte, and nothing is written', async () => {
    const unknown = refusal(await send({ ...worker, handle: 'no-such-agent' }));
    expect(unknown.status).toBe(404);
    expect(refusal(await send())).toEqual(unknown);
    await put(worker, theirs.key, { filter_mode: 'blocklist' });
    expect((await send()).status).toBe(201);

    await api.call('suspendIdentity', { key: theirs.key, params: { id: worker.id } });
    expect(refusal(await send())).toEqual(unknown);
    await api.call('reinstateIdentity', { key: theirs.key, params: { id: worker.id } });
    expect((await send()).status).toBe(201);

    const { body: block } = await rule(theirs, worker, caller, 'block', 'inbound');
    expect(refusal(await send())).toEqual(unknown);
    await rule(theirs, worker, caller, 'allow', 'both');
    expect(refusal(await send())).toEqual(unknown);
    await api.call('deleteA2aRule', { key: theirs.key, params: { id: block.id } });
    expect((await send()).status).toBe(201);

    await rule(ours, caller, worker, 'block', 'outbound');
    expect(refusal(await send())).toEqual(unknown);
    for (const to of ['Not A Handle', 'agt_nonsense', caller.id, '\u0001']) {
      expect(refusal(await send({ ...worker, handle: to }))).toEqual(unknown);
    }
    const created = (await events(theirs)).filter(({ type }) => type === 'a2a.task.created');
    expect(created).toHaveLength(3);
    const listed = await api.call('listTasks', { key: caller.key });
    expect(listed.body.tasks).toHaveLength(3);
  });

  test('Within one organization an agent may send tasks unless a rule blocks them', async () => {
    const colleague = await api.agent(ours.key);
    expect((await send(colleague)).status).toBe(201);
    await rule(ours, colleague, caller, 'block');
    expect((await send(colleague)).status).toBe(404);
  });

  test('An agent cannot send a task to itself', async () => {
    const { status, body } = await send(caller);
    expect([status, body.error.message]).toEqual([400, 'to_handle: an agent other than the sender']);
  });

  test('A block that is added later stops messages of a task, but neither its end nor its reading', async () => {
    await put(worker, theirs.key, { filter_mode: 'blocklist' });
    const { id } = (await send()).body;
    await put(worker, theirs.key, { filter_mode: 'allowlist' });
    const add = () => api.call('addTaskMessage', { key: caller.key, params: { id }, body: { message: 'more' } });
    expect((await add()).status).toBe(200);
    await api.call('suspendIdentity', { key: theirs.key, params: { id: worker.id } });
    expect((await add()).status).toBe(200);
    await api.call('reinstateIdentity', { key: theirs.key, params: { id: worker.id } });
    await rule(theirs, worker, caller, 'block');
    const refused = refusal(await add());
    expect(refused).toEqual(refusal(await send({ ...worker, handle: 'no-such-agent' })));
    expect((await api.call('getTask', { key: caller.key, params: { id } })).body.message_count).toBe(3);
    expect((await api.call('cancelTask', { key: caller.key, params: { id } })).body.state).toBe('canceled');
  });
});

describe('settings', () => {
  const settingsOf = (agent: Agent, key = agent.key) => api.call('getA2aSettings', { key, params: { id: agent.id } });

  test('A2A settings are closed by default, and an update changes only the fields that it names', async () => {
    const card_url = `https://api.test/v1/identities/${caller.id}/a2a/agent-card.json`;
    const first = (await settingsOf(caller)).body;
    expect(first).toMatchObject({
      publicly_discoverable: false,
      filter_mode: 'allowlist',
      description: null,
      skills: [],
      card_url,
    });
    const skill = { id: 's', name: 'S', description: 'Does it.' };
    const one = await put(caller, caller.key, { description: 'An agent', skills: [skill] });
    expect(one.body).toMatchObject({
      ...first,
      description: 'An agent',
      skills: [{ ...skill, tags: [], examples: [] }],
      updated_at: expect.any(String),
    });
    const two = await put(caller, ours.key, { filter_mode: 'blocklist', description: null });
    expect(two.body).toMatchObject({ filter_mode: 'blocklist', description: null, skills: one.body.skills });
    expect((await settingsOf(caller, ours.key)).body).toEqual(two.body);

    const log = (await events(ours)).filter(({ type }) => type === 'a2a.settings.updated').reverse();
    expect(log.map(({ payload }) => payload.changes)).toEqual([
      {
        description: { from: null, to: 'An agent' },
        skills: { from: [], to: [{ ...skill, tags: [], examples: [] }] },
      },
      { filter_mode: { from: 'allowlist', to: 'blocklist' }, description: { from: 'An agent', to: null } },
    ]);
    expect(log.map(({ payload }) => payload.actor)).toEqual([
      { actorType: 'agent', actorId: caller.id },
      { actorType: 'user', actorId: expect.stringMatching(/^key_/) },
    ]);
    expect(log.map(({ identity_id }) => identity_id)).toEqual([caller.id, caller.id]);
  });

  test('An update of A2A settings without a change writes nothing', async () => {
    const before = await events(ours);
    const same = await put(caller, ours.key, { publicly_discoverable: false, filter_mode: 'allowlist', skills: [] });
    expect(same.status).toBe(200);
    expect(await events(ours)).toEqual(before);
  });

  test('An agent key cannot change the A2A settings that belong to the organization', async () => {
    for (const body of [{ publicly_discoverable: false }, { filter_mode: 'blocklist', description: 'x' }]) {
      const { status, body: refused } = await put(caller, caller.key, body);
      expect([status, refused.error.code]).toEqual([403, 'auth.forbidden']);
    }
    expect((await settingsOf(caller)).body.description).toBeNull();
    const colleague = await api.agent(ours.key);
    expect((await settingsOf(colleague, caller.key)).status).toBe(403);
    expect((await put(colleague, caller.key, { description: 'x' })).status).toBe(403);
    expect((await settingsOf(worker, caller.key)).status).toBe(404);
    expect((await put(worker, ours.key, { description: 'x' })).status).toBe(404);
  });

  test('A2A settings with more skills than the directory can show are rejected', async () => {
    const skills = Array.from({ length: 32 }, (_, index) => ({
      id: `s${index}`,
      name: 'S',
      description: 'd'.repeat(400),
    }));
    const { status, body } = await put(caller, caller.key, { skills });
    expect([status, body.error.message]).toEqual([400, 'skills: at most 12 KB of JSON']);
    const twice = [skills[0], skills[0]];
    expect((await put(caller, caller.key, { skills: twice })).body.error.message).toBe('skills: each id once');
  });
});

describe('rules', () => {
  test('A rule is unique by agent, handle, direction and action, under concurrency too', async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => rule(theirs, worker, caller, 'allow', 'inbound')));
    expect(made.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
    expect(made.find(({ status }) => status === 409)?.body.error.code).toBe('contact_rule.duplicate');
    expect((await rule(theirs, worker, caller, 'allow', 'both')).status).toBe(201);
    expect((await rule(theirs, worker, caller, 'block', 'inbound')).status).toBe(201);
    const list = (key: string, query = {}) => api.call('listA2aRules', { key, query });
    expect((await list(theirs.key)).body.contact_rules).toHaveLength(3);
    expect((await list(theirs.key, { identity_id: worker.id })).body.contact_rules).toHaveLength(3);
    expect((await list(theirs.key, { identity_id: caller.id })).status).toBe(404);
    expect((await list(ours.key, { identity_id: caller.id })).body.contact_rules).toEqual([]);
  });

  test('Each write of a rule appends one event, with the previous rule', async () => {
    const made = (await rule(ours, caller, worker, 'allow')).body;
    expect(made).toMatchObject({ identity_id: caller.id, handle: worker.handle, direction: 'both', via: null });
    const change = (body: object) => api.call('updateA2aRule', { key: ours.key, params: { id: made.id }, body });
    expect((await change({ action: 'allow' })).body).toEqual(made);
    const changed = (await change({ action: 'block', direction: 'outbound' })).body;
    expect(changed).toMatchObject({ id: made.id, action: 'block', direction: 'outbound' });
    expect((await api.call('getA2aRule', { key: ours.key, params: { id: made.id } })).body).toEqual(changed);
    expect((await step('deleteA2aRule', ours, made.id)).status).toBe(204);
    expect((await step('deleteA2aRule', ours, made.id)).status).toBe(404);

    const terms = { ruleId: made.id, identityId: caller.id, handle: worker.handle };
    const actor = { actorType: 'user', actorId: expect.any(String) };
    const log = (await events(ours)).filter(({ type }) => type === 'a2a.contact_rule.changed').reverse();
    expect(log.map(({ payload }) => payload)).toEqual([
      { change: 'created', ...terms, action: 'allow', direction: 'both', actor },
      {
        change: 'updated',
        ...terms,
        action: 'block',
        direction: 'outbound',
        previous: { ...terms, action: 'allow', direction: 'both' },
        actor,
      },
      { change: 'deleted', ...terms, action: 'block', direction: 'outbound', actor },
    ]);
    // The deleted rule no longer counts.
    expect((await rule(ours, caller, worker, 'block', 'outbound')).status).toBe(201);
  });

  test('A rule cannot be changed into one that exists', async () => {
    await rule(ours, caller, worker, 'allow', 'inbound');
    const { id } = (await rule(ours, caller, worker, 'allow', 'outbound')).body;
    const clash = await api.call('updateA2aRule', { key: ours.key, params: { id }, body: { direction: 'inbound' } });
    expect([clash.status, clash.body.error.code]).toEqual([409, 'contact_rule.duplicate']);
    expect((await api.call('getA2aRule', { key: ours.key, params: { id } })).body.direction).toBe('outbound');
  });
});
