import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import * as routes from '#shared/contract/routes/approvals.ts';
import { messageKey } from '#shared/data/entities/mail/message.ts';
import { putSuppression } from '#shared/data/entities/mail/suppression.ts';
import { commit } from '#shared/data/unit-of-work.ts';
import { useApprovals } from '../support/approval-harness.ts';
import { useEngine } from '../support/engine.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { withTransactions } from '../support/intercepted-table.ts';

// What goes wrong where others offer approvals: docs/decisions/0087-one-gate.md. One test shows each fault;
// those of people and links are in approver-faults.test.ts.

const engine = useEngine();
const { office, sent, api, files } = useApprovals(engine);

type Office = Awaited<ReturnType<typeof office>>;

const EMAIL = {
  html: '<p>The text.</p>',
  attachments: [{ filename: 'a.txt', content_type: 'text/plain', content_base64: 'YQ==' }],
};

const decidedIn = async (made: Office) =>
  (await made.events()).filter(({ type }) => type === 'approval.decided').map(({ payload }) => payload);

/** Changes what is stored of an approved email, as a defect or an intruder could. */
const CHANGES: Record<string, (made: Office, messageId: string) => Promise<unknown>> = {
  'the text': async (made, messageId) => {
    const { contentKey } = await made.message(messageId);
    const content = JSON.parse(String(files().get(contentKey)));
    (files() as Map<string, Buffer>).set(contentKey, Buffer.from(JSON.stringify({ ...content, text: 'Other.' })));
  },
  'the bytes of a file': async (made, messageId) => {
    const { key = '' } = (await made.message(messageId)).attachments[0] ?? {};
    (files() as Map<string, Buffer>).set(key, Buffer.from('b'));
  },
  'a recipient': (made, messageId) =>
    engine.table.client.send(
      new UpdateCommand({
        TableName: engine.table.name,
        Key: messageKey(made.agent.id, messageId),
        UpdateExpression: 'SET bcc = :bcc',
        ExpressionAttributeValues: { ':bcc': [{ address: 'eve@example.com', name: null }] },
      }),
    ),
};

test.each(Object.entries(CHANGES))(
  'Fault 1, other arguments than were approved: with %s changed, nothing is sent',
  async (_, change) => {
    const made = await office({ mail: 'always' });
    const { messageId, approval } = await made.held(EMAIL);
    expect((await made.approve(approval.id, { content_hash: approval.content_hash })).body.status).toBe('approved');
    await change(made, messageId);
    await made.deliver(messageId);
    expect(sent()).toEqual([]);
    const { status, detail } = await made.message(messageId);
    expect([status, detail]).toEqual(['failed', expect.stringContaining('not what was approved')]);
  },
);

test('Fault 2, executed twice: repeated requests and repeated jobs send one email, and one token is claimed', async () => {
  const made = await office({ mail: 'always', vault: 'always' });
  const { messageId, approval } = await made.held();
  const body = { content_hash: approval.content_hash };
  const approve = (idempotencyKey?: string) =>
    made.approve(approval.id, body, idempotencyKey === undefined ? {} : { idempotencyKey });
  const replies = await Promise.all([approve('one'), approve('one'), approve(), approve('two')]);
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  await Promise.all([made.deliver(messageId), made.deliver(messageId), made.deliver(messageId)]);
  await approve();
  await made.deliver(messageId);
  expect(sent()).toHaveLength(1);
  expect(await decidedIn(made)).toHaveLength(1);

  const { key } = made.agent;
  const { body: secret } = await api().call('createSecret', { key, body: { name: 'one', value: 'value' } });
  const { body: lease } = await api().call('createLease', { key, body: { secret_id: secret.id } });
  const { id, content_hash } = await made.read(lease.approval_id ?? '');
  await Promise.all([made.approve(id, { content_hash }), made.approve(id, { content_hash })]);
  const claim = (idempotencyKey: string) => api().call('claimLease', { key, params: { id: lease.id }, idempotencyKey });
  const claims = [await claim('one'), await claim('one'), await claim('two')];
  expect(claims.map(({ status }) => status)).toEqual([200, 200, 409]);
  expect(claims[1]?.body.lease_token).toBe(claims[0]?.body.lease_token);
});

test('Fault 3, the edit ignored and the original sent again: the edit is sent, and its agent knows', async () => {
  const made = await office({ mail: 'always' });
  const first = await made.send(EMAIL, { idempotencyKey: 'the request' });
  const { id, content_hash } = await made.read(first.body.approval_id ?? '');
  const edits = { text: 'The edited text.', to: ['bob@example.com'] };
  await made.approve(id, { content_hash, edits });
  await made.deliver(first.body.id);
  const [email] = sent();
  expect(email?.to).toEqual(['bob@example.com']);
  expect(email?.raw).toContain('The edited text.');
  expect(email?.raw).not.toContain('The text.');
  const [decided] = await decidedIn(made);
  expect(decided?.content).toMatchObject({ text: 'The edited text.', html: null, to: ['bob@example.com'] });
  const shown = await api().call('getMessage', {
    key: made.agent.key,
    params: { id: made.agent.id, mid: first.body.id },
  });
  expect(shown.body).toMatchObject({ status: 'sent', text: 'The edited text.' });
  // A repetition of the request is the request, and the original once more waits for a person once more.
  expect((await made.send(EMAIL, { idempotencyKey: 'the request' })).body).toEqual(first.body);
  const again = await made.send(EMAIL);
  expect([again.body.status, again.body.approval_id === id]).toEqual(['held', false]);
  expect(sent()).toHaveLength(1);
});

test('Fault 4, decided by a scanner: what decides is a POST with a key, and no operation that reads decides', async () => {
  const deciding = Object.values(routes).filter(({ path }) => /\/(approve|deny)$/.test(path));
  expect(deciding.map(({ method, auth }) => [method, auth])).toEqual([
    ['POST', 'org'],
    ['POST', 'org'],
  ]);
  const made = await office({ mail: 'always' });
  const { approval } = await made.held();
  const { id, content_hash } = approval;
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const text = `content_hash=${content_hash}`;
  for (const name of ['approveAction', 'denyAction'] as const) {
    // Neither a script without a key, nor the key in a cookie or in the address, nor a form that a button sends.
    const { key } = made.organization;
    const body = name === 'approveAction' ? { content_hash } : {};
    const attempts = [
      await api().call(name, { params: { id }, body }),
      await api().call(name, { params: { id }, body, headers: { cookie: `key=${key}` } }),
      await api().call(name, { params: { id }, text, headers: form }),
    ];
    expect(attempts.map(({ status }) => status)).toEqual([401, 401, 401]);
    const inAddress = await api().call(name, { params: { id }, query: { key }, body });
    expect(inAddress.status).toBe(401);
    expect((await api().call(name, { key, params: { id }, text, headers: form })).status).toBe(415);
  }
  const read = { key: made.organization.key };
  for (let time = 0; time < 3; time++) {
    await api().call('getApproval', { ...read, params: { id } });
    await api().call('listApprovals', read);
  }
  expect((await made.read(id)).status).toBe('pending');
});

const suppress = (made: Office) =>
  commit(
    engine.table,
    {
      build: (tx) => {
        const suppression = {
          address: 'ada@example.com',
          reason: 'bounce' as const,
          messageId: '',
          createdAt: Date.now(),
        };
        tx.put(putSuppression(made.organization.id, suppression));
      },
    },
    { now: Date.now },
  );

test('Fault 5, limits and suppression not checked at the moment of effect: what changes before the commit refuses it', async () => {
  const limits = api().limits;
  const meanwhile: [change: (made: Office) => Promise<unknown>, reason: RegExp][] = [
    [suppress, /^mail\.recipient_suppressed: /],
    [
      async (made) => {
        const { id, content_hash } = (await made.held({ text: 'Another one.' })).approval;
        expect((await made.approve(id, { content_hash })).body.status).toBe('approved');
      },
      /^usage\.email_limit: /,
    ],
  ];
  for (const [change, reason] of meanwhile) {
    const made = await office({ mail: 'always' });
    const { messageId, approval } = await made.held();
    let hasChanged = false;
    // The approval has read everything, and nothing refused it.
    const late = withTransactions(engine.table, async () => {
      if (hasChanged) return;
      hasChanged = true;
      await change(made);
    });
    const other = new InProcessApi(late, limits, api().services.keyring);
    api().limits = other.limits = { ...limits, unverifiedEmailsPerDay: 1 };
    const body = { content_hash: approval.content_hash };
    const call = { key: made.organization.key, params: { id: approval.id }, body };
    const { status, body: reply } = await other.call('approveAction', call);
    api().limits = limits;
    expect([hasChanged, status, reply.status]).toEqual([true, 200, 'failed']);
    expect(reply.reason).toMatch(reason);
    expect(await made.deliver(messageId)).toBe(false);
    expect((await made.message(messageId)).status).toBe('failed');
  }
});
