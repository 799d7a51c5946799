import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '#local/http/free-port.ts';
import { type Agent, freshName, makeAgent, makeOrganization, type Organization } from '#testing/fixture.ts';
import { type Stack, startStack } from '#testing/stack.ts';
import { eventually } from '../support/eventually.ts';

const FIRST_DAY = 2;
const EMAILS = 5;

let stateDir: string;
let settings: Record<string, string>;
let stack: Stack;
let organization: Organization;
let agent: Agent;
let from: string;

beforeAll(async () => {
  stateDir = await mkdtemp(join(tmpdir(), 'aid-new-domain-test-'));
  settings = {
    AID_STATE_DIR: stateDir,
    AID_CHECK_ACCESS: '1',
    AID_PORT: String(await freePort()),
    AID_SMTP_PORT: String(await freePort()),
  };
  stack = await startStack({ ...settings, AID_DOMAIN_RAMP: String(FIRST_DAY) });
  organization = await makeOrganization(stack.baseUrl);
  agent = await makeAgent(organization);
  const { api } = organization;
  const { id, domain } = await api.ok('createDomain', { body: { domain: `${freshName('new')}.example` } });
  await eventually(async () => {
    expect((await api.ok('verifyDomain', { params: { id } })).status).toBe('verified');
  });
  const body = { local_part: 'sales', domain_id: id };
  const mailbox = await api.ok('createMailbox', { params: { id: agent.id }, body });
  from = `sales@${domain}`;
  for (let count = 0; count < EMAILS; count++) {
    const email = { to: `${freshName('ada')}@elsewhere.example`, subject: 'Offer', text: 'x', mailbox_id: mailbox.id };
    await agent.api.ok('sendMail', { params: { id: agent.id }, body: email });
  }
});

afterAll(async () => {
  await stack?.stop();
  await rm(stateDir, { recursive: true, force: true });
});

/** How many emails the provider got from the domain. */
async function sentEmails(): Promise<number> {
  const outbox = (await (await fetch(`${stack.baseUrl}/_local/outbox`)).json()) as { messages: { from: string }[] };
  return outbox.messages.filter((message) => message.from === from).length;
}

async function messages() {
  return (await agent.api.ok('listMessages', { params: { id: agent.id } })).messages;
}

/** Makes all jobs receivable that wait in the queues of the stopped stack. */
function endDelays(): void {
  const database = new DatabaseSync(join(stateDir, 'emulators.db'));
  database.exec('UPDATE messages SET visible_at = 0');
  database.close();
}

test('A new domain sends what its first day allows, and the rest is queued, until the stage does not limit new domains any more', async () => {
  await eventually(async () => {
    const all = await messages();
    expect(all.filter(({ status }) => status === 'delivered')).toHaveLength(FIRST_DAY);
    const waiting = all.filter(({ detail }) => detail?.includes('is a new domain') === true);
    expect(waiting.map(({ status }) => status)).toEqual(Array(EMAILS - FIRST_DAY).fill('queued'));
  });
  expect(await sentEmails()).toBe(FIRST_DAY);

  await stack.stop();
  endDelays();
  stack = await startStack(settings);
  await eventually(async () => {
    expect((await messages()).map(({ status }) => status)).toEqual(Array(EMAILS).fill('delivered'));
  });
  expect(await sentEmails()).toBe(EMAILS);
});
