import { beforeAll, describe, expect, test } from 'vitest';
import { type Agent, makeAgent, makeOrganization } from '#testing/fixture.ts';
import { sendMail } from '#testing/mailer.ts';
import { messagesOf } from '../support/log-reader.ts';

const LAMBDA_RESULT_BYTES = 6 * 1024 * 1024;

/** A stranger decides how many recipients an email names, and so how large the list that shows it becomes. */
describe('emails with as many recipients as fit', () => {
  let agent: Agent;

  beforeAll(async () => {
    agent = await makeAgent(await makeOrganization());
  });

  test('Emails with very many recipients are listed in full, even if together they exceed a buffered response of Lambda', async () => {
    const people = (field: string) =>
      Array.from({ length: 200 }, (_, n) => ({ address: `${field}${n}@elsewhere.example`, name: 'x'.repeat(180) }));
    const fields = { to: people('to'), cc: people('cc'), replyTo: people('answers') };
    const envelope = { from: 'ada@sender.example', to: agent.address };
    for (let count = 0; count < 56; count++) await sendMail({ ...fields, envelope, subject: 'all of you', text: 'x' });

    const messages = await messagesOf(agent, 56);
    expect(JSON.stringify(messages).length).toBeGreaterThan(LAMBDA_RESULT_BYTES);
    expect(messages.map(({ to }) => to.length)).toEqual(messages.map(() => messages[0]?.to.length));
  });
});
