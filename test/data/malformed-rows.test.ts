import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { taskPartition } from '#shared/data/entities/a2a/task.ts';
import { findTaskContent, findTaskMessages } from '#shared/data/entities/a2a/task-content.ts';
import { taskSteps } from '#shared/data/entities/a2a/task-step.ts';
import { findBlockedAddresses } from '#shared/data/entities/contact/contact-policy.ts';
import { contactSettingsKey, ruleTargetKey } from '#shared/data/entities/contact/contact-rule-target.ts';
import { rateKey } from '#shared/data/entities/stage/rate-limit.ts';
import { findCodeMailBudget } from '#shared/data/entities/stage/service-mail-budget.ts';
import type { Key } from '#shared/data/table-client.ts';
import { mailBudgetAddress } from '#shared/domain/mail/mail-budget-address.ts';
import { HOUR } from '#shared/domain/time/time.ts';
import { useEngine } from '../support/engine.ts';

const engine = useEngine();

/** Writes a row as no version of the service does. */
function write(key: Key, attributes: object): Promise<unknown> {
  return engine.table.client.send(new PutCommand({ TableName: engine.table.name, Item: { ...key, ...attributes } }));
}

/** The addresses that an agent's rules refuse, of one. */
function blocked(organizationId: string): Promise<ReadonlySet<string>> {
  const addresses = ['eve@example.com'];
  return findBlockedAddresses(engine.table, { organizationId, identityId: 'idn_1', direction: 'inbound', addresses });
}

test('A contact policy without its rules or its filter mode is an error, and not a policy that lets all mail pass', async () => {
  await write(ruleTargetKey('org_1', 'idn_1', 'exact_email', 'eve@example.com'), { version: 1 });
  await expect(blocked('org_1')).rejects.toThrow(/^a row \w+# has no array 'rules'$/);
  await write(contactSettingsKey('org_2', null), { updatedAt: 1 });
  await expect(blocked('org_2')).rejects.toThrow(/^a row \w+# has no string 'filterMode'$/);
});

test('A count of code emails that is not a number is an error, and a row with only withheld emails counts as none', async () => {
  const to = 'ada@example.com';
  const key = rateKey(`code-mail#${mailBudgetAddress(to)}`, 0, HOUR);
  const budget = () => findCodeMailBudget(engine.table, to, { codeMailsPerHour: 1 }, 0);
  await write(key, { withheld: 3 });
  expect(await budget()).toMatchObject({ allowed: true });
  await write(key, { drawn: 'three' });
  await expect(budget()).rejects.toThrow(/^a row \w+# has no number 'drawn'$/);
});

test.each([
  ['task', 'CONTENT', {}, (id: string) => findTaskContent(engine.table, id)],
  [
    'message',
    'msg_1',
    { id: 'msg_1', messageId: 'm', role: 'caller', bytes: 1, createdAt: 1 },
    (id: string) => findTaskMessages(engine.table, id, [{ messageId: 'msg_1' }]),
  ],
  ['step', 'STEP#0000000001', { state: 'working', seq: 1, at: 1 }, (id: string) => taskSteps(engine.table, id, 0, 1)],
])(
  'The content of a %s that is no JSON, or JSON of another form, is an error that names the row',
  async (name, sk, attributes, read) => {
    const key = { pk: taskPartition(`tsk_${name}`), sk };
    await write(key, { ...attributes, content: '{"parts":' });
    await expect(read(`tsk_${name}`)).rejects.toThrow("a row TASK# has no JSON object in 'content'");
    await write(key, { ...attributes, content: '{"parts":{},"artifacts":{},"metadata":{}}' });
    await expect(read(`tsk_${name}`)).rejects.toThrow(/^a row TASK# has no array '(?:parts|artifacts)' in 'content'$/);
  },
);
