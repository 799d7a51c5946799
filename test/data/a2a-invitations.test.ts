import { beforeEach, describe, expect, test } from 'vitest';
import type { OperationName } from '#testing/operations.ts';
import { sizeOf } from '#testing/test-size.ts';
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
const rule = (org: Org, agent: Agent, other: Agent, action: string, direction?: string) =>
  api.call('createA2aRule', {
    key: org.key,
    body: { identity_id: agent.id, handle: other.handle, action, ...(direction && { direction }) },
  });
const invite = (more: object = {}) =>
  api.call('createInvitation', {
    key: ours.key,
    body: { from_identity_id: caller.id, to_handle: worker.handle, ...more },
  });
const step = <N extends OperationName>(name: N, org: Org, id: string) =>
  api.call(name, { key: org.key, params: { id } });
const events = (org: Org) => eventsIn(api, org);

describe('an invitation', () => {
  test('An accepted invitation lets both agents reach each other, with an event in both organizations', async () => {
    const made = await invite({ note: 'let us talk' });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ status: 'pending', note: 'let us talk', to_identity_id: worker.id });
    const lifetime = Date.parse(made.body.expires_at) - Date.parse(made.body.created_at);
    expect(lifetime).toBe(7 * 86_400_000);
    expect((await send()).status).toBe(404);
    const accepted = await step('acceptInvitation', theirs, made.body.id);
    expect([accepted.status, accepted.body.status]).toEqual([200, 'accepted']);
    expect((await send()).status).toBe(201);
    expect((await send(caller, worker)).status).toBe(201);
    expect((await step('acceptInvitation', theirs, made.body.id)).body).toEqual(accepted.body);

    for (const [org, own, other] of [
      [ours, caller, worker],
      [theirs, worker, caller],
    ] as const) {
      const { contact_rules } = (await api.call('listA2aRules', { key: org.key })).body;
      expect(contact_rules).toMatchObject([
        { identity_id: own.id, handle: other.handle, action: 'allow', direction: 'both', via: 'invitation' },
      ]);
      const log = (await events(org)).filter(({ type }) => /invitation|rule/.test(type)).reverse();
      expect(log.map(({ type, identity_id }) => [type, identity_id])).toEqual([
        ['a2a.invitation.created', own.id],
        ['a2a.invitation.accepted', own.id],
        ['a2a.contact_rule.changed', own.id],
      ]);
      expect(log[0]?.payload).toEqual({
        invitationId: made.body.id,
        change: 'pending',
        status: 'pending',
        fromIdentityId: caller.id,
        fromHandle: caller.handle,
        toIdentityId: worker.id,
        toHandle: worker.handle,
        actor: { actorType: 'user', actorId: expect.any(String) },
      });
      expect(log[1]?.payload).toMatchObject({ change: 'accepted', status: 'accepted' });
      expect(log[2]?.payload).toMatchObject({ change: 'created', via: 'invitation' });
    }
  });

  test('Each party can take only its own step on an invitation, and a stranger gets 404', async () => {
    const { id } = (await invite()).body;
    const stranger = await api.organization();
    for (const name of ['acceptInvitation', 'declineInvitation', 'revokeInvitation'] as const) {
      expect((await step(name, stranger, id)).status).toBe(404);
      expect((await step(name, name === 'revokeInvitation' ? theirs : ours, id)).status).toBe(403);
    }
    expect((await step('declineInvitation', theirs, id)).body.status).toBe('declined');
    for (const [name, org] of [
      ['acceptInvitation', theirs],
      ['declineInvitation', theirs],
      ['revokeInvitation', ours],
    ] as const) {
      const { status, body } = await step(name, org, id);
      expect([status, body.error.code]).toEqual([409, 'a2a.invitation_closed']);
    }
  });

  test('An invitation expires automatically', async () => {
    const { id } = (await invite({ expires_in_seconds: 60 })).body;
    const list = (status: string) => api.call('listInvitations', { key: ours.key, query: { status, role: 'sent' } });
    expect((await list('pending')).body.invitations).toHaveLength(1);
    api.now = () => Date.now() + 61_000;
    expect((await list('pending')).body.invitations).toEqual([]);
    expect((await list('expired')).body.invitations).toMatchObject([{ id, status: 'expired' }]);
    expect((await step('acceptInvitation', theirs, id)).body.error.code).toBe('a2a.invitation_closed');
  });

  test('Of many concurrent steps on an invitation, exactly one takes effect', async () => {
    const { id } = (await invite()).body;
    const outcomes = await Promise.all(
      Array.from({ length: 9 }, (_, index) => {
        const names = ['acceptInvitation', 'declineInvitation', 'revokeInvitation'] as const;
        const name = names[index % 3] ?? names[0];
        return step(name, name === 'revokeInvitation' ? ours : theirs, id);
      }),
    );
    const status = (await api.call('listInvitations', { key: ours.key })).body.invitations[0]?.status;
    const held = outcomes.filter((one) => one.status === 200);
    expect(new Set(held.map(({ body }) => body.status))).toEqual(new Set([status]));
    expect(held).toHaveLength(status === 'accepted' ? 3 : 1);
    const appended = (await events(ours)).filter(({ type }) => type.startsWith('a2a.invitation'));
    expect(appended).toHaveLength(2);
  });

  test('An invitation to an unknown agent, or to one that blocks the sender, is 404; within one organization it appends one event', async () => {
    const unknown = refusal(await invite({ to_handle: 'no-such-agent' }));
    expect(unknown.status).toBe(404);
    await rule(theirs, worker, caller, 'block', 'inbound');
    expect(refusal(await invite())).toEqual(unknown);
    const colleague = await api.agent(ours.key);
    const { id } = (await invite({ to_handle: colleague.handle })).body;
    expect((await step('acceptInvitation', ours, id)).body.status).toBe('accepted');
    const log = (await events(ours)).filter(({ type }) => type.startsWith('a2a.')).reverse();
    expect(log.map(({ type, identity_id }) => [type, identity_id])).toEqual([
      ['a2a.invitation.created', colleague.id],
      ['a2a.invitation.accepted', caller.id],
      ['a2a.contact_rule.changed', caller.id],
      ['a2a.contact_rule.changed', colleague.id],
    ]);
  });
});

describe('pending invitations', () => {
  const created = async (org: Org) => (await events(org)).filter(({ type }) => type === 'a2a.invitation.created');

  test('A second request for the same two agents returns the pending invitation and appends no event', async () => {
    const first = await invite({ note: 'the first' });
    const second = await invite({ note: 'another', expires_in_seconds: 3600 });
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(second.body).toEqual(first.body);
    expect(await created(theirs)).toHaveLength(1);
    const back = await api.call('createInvitation', {
      key: theirs.key,
      body: { from_identity_id: worker.id, to_handle: caller.handle },
    });
    expect(back.status).toBe(201);
  });

  test('Many requests at once make one invitation and one event', async () => {
    const count = sizeOf({ quick: 8, usual: 50 });
    const replies = await Promise.all(Array.from({ length: count }, () => invite()));
    expect(replies.map(({ status }) => status).sort()).toEqual([...Array(count - 1).fill(200), 201]);
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1);
    expect(await created(theirs)).toHaveLength(1);
    expect((await api.call('listInvitations', { key: theirs.key })).body.invitations).toHaveLength(1);
  });

  test.each(['acceptInvitation', 'declineInvitation', 'revokeInvitation'] as const)(
    '%s frees the pair for another invitation',
    async (name) => {
      const { id } = (await invite()).body;
      expect((await step(name, name === 'revokeInvitation' ? ours : theirs, id)).status).toBe(200);
      const next = await invite();
      expect(next.status).toBe(201);
      expect(next.body.id).not.toBe(id);
      expect((await invite()).body.id).toBe(next.body.id);
    },
  );

  test('Expiry frees the pair, and the expired invitation can no longer free it', async () => {
    const { id } = (await invite({ expires_in_seconds: 60 })).body;
    api.now = () => Date.now() + 61_000;
    const next = await invite();
    expect(next.status).toBe(201);
    expect((await step('declineInvitation', theirs, id)).body.error.code).toBe('a2a.invitation_closed');
    expect((await invite()).body.id).toBe(next.body.id);
  });

  test('The daily limit from one organization to another is exact under concurrency, and its error names the way out', async () => {
    const limit = sizeOf({ quick: 3, usual: 8 });
    api.limits = { ...api.limits, a2aInvitationsPerDay: limit };
    api.now = () => Date.UTC(2099, 4, 1, 18);
    const handles = await Promise.all(Array.from({ length: limit + 4 }, () => api.agent(theirs.key)));
    const replies = await Promise.all(handles.map(({ handle }) => invite({ to_handle: handle })));
    const refused = replies.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(4);
    for (const { status, body, headers } of refused) {
      expect([status, body.error.code, headers['retry-after']]).toEqual([429, 'rate_limit.exceeded', '21600']);
      expect(body.error.message).toContain(`At most ${limit} invitations per day`);
      expect(body.error.message).toContain('2099-05-02T00:00:00.000Z');
      expect(body.error.message).toContain('can invite your agent');
    }
    expect(await created(theirs)).toHaveLength(limit);

    const others = await api.organization();
    const other = await api.agent(others.key);
    expect((await invite({ to_handle: other.handle })).status).toBe(201);
    const colleague = await api.agent(ours.key);
    expect((await invite({ to_handle: colleague.handle })).status).toBe(201);
    api.now = () => Date.UTC(2099, 4, 2);
    expect((await invite()).status).toBe(201);
  });
});
