import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { sharedStack } from '#testing/fixture.ts';
import { reservePort } from '#testing/reserved-port.ts';
import { eventually } from '../support/eventually.ts';
import { FakeSlack } from '../support/fake-slack.ts';
import { FakeTeams } from '../support/fake-teams.ts';
import { newAgent } from '../support/sending-agent.ts';
import { mailedCode } from '../support/sent-mail.ts';
import { type Program, startProgram } from '../support/tools/start-program.ts';

const EXAMPLES = join(import.meta.dirname, '..', '..', 'examples');
const cleanUp: (() => unknown)[] = [];

afterEach(async () => {
  for (const clean of cleanUp.splice(0).reverse()) await clean();
});

/** An agent with an owner and a viewer as people of its organization, and an endpoint at which a program listens. */
async function office() {
  const { organization, agent } = await newAgent();
  const owner = `ada-${organization.slug}@example.com`;
  const viewer = `bob-${organization.slug}@example.com`;
  await organization.api.ok('claim', { body: { email: owner, password: 'correct horse battery' } });
  await organization.api.ok('claim', { body: { email: owner, code: await mailedCode(owner) } });
  await organization.api.ok('createMember', { body: { email: viewer, role: 'viewer' } });
  await organization.api.ok('setApprovalSettings', { body: { mail: 'always' } });
  const port = await reservePort();
  const url = `http://127.0.0.1:${port}`;
  const event_types = ['approval.requested', 'approval.decided'] as const;
  const { secret } = await organization.api.ok('createWebhook', { body: { url: `${url}/aid`, event_types } });
  const folder = mkdtempSync(join(tmpdir(), 'aid-chat-'));
  cleanUp.push(() => rmSync(folder, { recursive: true, force: true }));
  const start = async (name: string, more: Readonly<Record<string, string>>): Promise<Program> => {
    const env = {
      ...process.env,
      AID_URL: sharedStack().baseUrl,
      AID_KEY: organization.key,
      WEBHOOK_SECRET: secret,
      PORT: String(port),
      POSTED_FILE: join(folder, 'posted.jsonl'),
      ...more,
    };
    const program = startProgram(process.execPath, [join(EXAMPLES, name)], { cwd: folder, env });
    cleanUp.push(() => program.kill());
    await eventually(async () => expect(program.output()).toMatch(/^listening on /m));
    return program;
  };
  const hold = async (subject: string, text = 'The <text>, https://evil.example/.') => {
    const body = { to: 'carol@elsewhere.example', subject, text };
    const { approval_id: id = '' } = await agent.api.ok('sendMail', { params: { id: agent.id }, body });
    return id;
  };
  const status = async (id: string) => (await organization.api.ok('getApproval', { params: { id } })).status;
  /** Has the event of a request delivered again. */
  const repeat = async (id: string) => {
    const { events } = await organization.api.ok('listEvents', { query: { type: 'approval.requested' } });
    const event = events.find(({ aggregate_id }) => aggregate_id === id);
    await organization.api.ok('replayEvent', { params: { id: event?.id ?? '' } });
  };
  /** What the programs have noted that they have posted. */
  const noted = () => readFileSync(join(folder, 'posted.jsonl'), 'utf8');
  return { owner, viewer, url, start, hold, status, repeat, noted };
}

test('Two people of Slack press buttons: the one who may decide does, once, and the message says so', async () => {
  const { owner, viewer, url, start, hold, status, repeat, noted } = await office();
  const slack = await FakeSlack.start('signing-secret');
  cleanUp.push(() => slack.stop());
  const env = {
    SLACK_API: slack.url,
    SLACK_BOT_TOKEN: 'xoxb-test',
    SLACK_SIGNING_SECRET: 'signing-secret',
    SLACK_CHANNEL: 'C1',
    SLACK_APPROVERS: `UADA=${owner},UBOB=${viewer}`,
  };
  const program = await start('approve-in-slack.mjs', env);
  const id = await hold('Hello');
  const posted = await eventually(async () => {
    const [message] = slack.callsOf('chat.postMessage');
    if (message === undefined) throw new Error(`no message: ${program.output()}`);
    return message;
  });
  const text = JSON.stringify(posted.body.blocks);
  expect(text).toContain('The <text>, https://evil.example/.');
  expect(text).not.toContain('mrkdwn');

  // The same event again posts nothing, also after a restart.
  await repeat(id);
  await eventually(() => expect(noted()).toContain(id));
  await program.kill();
  const restarted = await start('approve-in-slack.mjs', env);
  await repeat(id);

  const press = (more: object) => slack.press(url, posted, { user: 'UADA', action: 'approve', ...more });
  expect(await press({ secret: 'another' })).toBe(401);
  expect(await press({ at: Date.now() - 600_000 })).toBe(401);
  for (const user of ['UBOB', 'UEVE']) {
    expect(await press({ user })).toBe(200);
    await eventually(async () => expect(restarted.output()).toContain(`refused: ${user}`));
  }
  expect(await status(id)).toBe('pending');
  expect(slack.callsOf('chat.postEphemeral')).toHaveLength(2);

  expect(await Promise.all([press({}), press({})])).toEqual([200, 200]);
  await eventually(async () => expect(await status(id)).toBe('approved'));
  await eventually(async () => {
    const updates = slack.callsOf('chat.update').map(({ body }) => JSON.stringify(body.blocks));
    expect(updates.some((blocks) => blocks.includes(`approved (approve by ${owner})`))).toBe(true);
    expect(updates.at(-1)).not.toContain('actions');
  });
  expect(slack.callsOf('chat.postMessage')).toHaveLength(1);

  // A text that Slack does not show as a whole cannot be approved there.
  const long = await hold('Long', 'x'.repeat(5000));
  const second = await eventually(async () => {
    const message = slack.callsOf('chat.postMessage')[1];
    if (message === undefined) throw new Error('no second message');
    return message;
  });
  expect(JSON.stringify(second.body.blocks)).not.toContain('"approve"');
  expect(await slack.press(url, second, { user: 'UADA', action: 'deny' })).toBe(200);
  await eventually(async () => expect(await status(long)).toBe('denied'));
});

test('Two people of Teams press buttons: the one who may decide does, once, and the card says so', async () => {
  const { owner, viewer, url, start, hold, status, repeat } = await office();
  const teams = await FakeTeams.start('app-1');
  cleanUp.push(() => teams.stop());
  const program = await start('approve-in-teams.mjs', {
    TEAMS_APP_ID: 'app-1',
    TEAMS_APP_PASSWORD: 'password',
    TEAMS_TENANT: 'test',
    TEAMS_LOGIN: teams.url,
    TEAMS_KEYS: `${teams.url}/openid`,
    TEAMS_SERVICE_URL: teams.url,
    TEAMS_CONVERSATION: '19:one@thread.tacv2',
    TEAMS_APPROVERS: `object-ada=${owner},object-bob=${viewer}`,
  });
  const id = await hold('Hello');
  const posted = await eventually(async () => {
    const [message] = teams.calls;
    if (message === undefined) throw new Error(`no card: ${program.output()}`);
    return message;
  });
  expect(posted).toMatchObject({ method: 'POST', path: '/v3/conversations/19%3Aone%40thread.tacv2/activities' });
  expect(JSON.stringify(posted.card.body)).not.toContain('"type":"TextBlock"');
  await repeat(id);

  const press = (more: object) => teams.press(url, posted, { user: 'object-ada', verb: 'approve', ...more });
  const now = Math.floor(Date.now() / 1000);
  const wrong = [
    { aud: 'app-2' },
    { iss: 'https://evil.example' },
    { serviceurl: 'https://evil.example' },
    { exp: now - 900 },
  ];
  for (const claims of wrong) expect((await press({ claims })).status, JSON.stringify(claims)).toBe(401);
  expect((await press({ key: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey })).status).toBe(401);
  for (const user of ['object-bob', 'object-eve']) {
    expect((await press({ user })).reply).toMatchObject({ value: 'You may not decide about this.' });
  }
  expect(await status(id)).toBe('pending');

  const [first, second] = await Promise.all([press({}), press({})]);
  for (const { status: answered, reply } of [first, second]) {
    expect(answered).toBe(200);
    expect(JSON.stringify(reply?.value)).toContain(`approved (approve by ${owner})`);
    expect(reply?.value.actions).toEqual([]);
  }
  expect(await status(id)).toBe('approved');
  await eventually(async () => {
    const update = teams.calls.find(({ method }) => method === 'PUT');
    expect(update?.path).toBe('/v3/conversations/19%3Aone%40thread.tacv2/activities/activity-1');
    expect(update?.card.actions).toEqual([]);
  });
  expect(teams.calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
});
