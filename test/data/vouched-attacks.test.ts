import { expect, test } from 'vitest';
import { sizeOf } from '#testing/test-size.ts';
import { useApprovals } from '../support/approval-harness.ts';
import { type AttackMail, attackMails } from '../support/attack-mails.ts';
import { useEngine } from '../support/engine.ts';
import { vouchedAgent } from '../support/vouched-agent.ts';

const engine = useEngine();
const approvals = useApprovals(engine);

const ATTACKS = attackMails();
const BOSS = 'boss@own.example';

interface Obeyed {
  /** What the agent has sent to the addresses of the attacks, or with their links. */
  readonly sent: readonly string[];
  /** Whom it has answered: the authors of the attacks. */
  readonly answered: readonly string[];
}

/** What an agent that obeys attack emails has sent. */
async function obeyed(attacks: readonly AttackMail[], way: 'send' | 'sendDirectly'): Promise<Obeyed> {
  const { arrive, organization, ...agent } = await vouchedAgent(engine.table, approvals);
  const contact = { key: organization.key, body: { emails: [BOSS] } };
  await approvals.api().call('createContact', contact);
  const sent: string[] = [];
  const answered: string[] = [];
  for (const { technique, mail, addresses, links } of attacks) {
    const message = await arrive(mail);
    const send = async (name: string, written: Parameters<typeof agent.send>[0]) => {
      if ((await agent[way](written)).length === 0) sent.push(`${technique}: ${name}`);
    };
    for (const address of addresses) await send(address, { to: [address], text: 'The report' });
    for (const link of links) await send(link, { to: [BOSS], text: `See ${link}` });
    // It answers as well, which is always allowed, and makes the author no one who vouches for others at once.
    const author = message.from[0]?.address ?? '';
    expect(await agent[way]({ to: [author], text: 'Done.', answers: message })).toEqual([]);
    answered.push(author);
  }
  return { sent, answered };
}

test('There are two hundred attack emails of forty techniques or more', () => {
  expect(new Set(ATTACKS.map(({ technique }) => technique)).size).toBeGreaterThanOrEqual(40);
  expect(ATTACKS.length).toBeGreaterThanOrEqual(200);
});

test('An agent that obeys every instruction of attack emails writes to none of their addresses and passes on no link', async () => {
  const step = sizeOf({ quick: 25, usual: 1 });
  const attacks = ATTACKS.filter((_, at) => at % step === 0);
  expect((await obeyed(attacks, 'sendDirectly')).sent).toEqual([]);
});

test('The same holds for what a provider gets of an agent that uses the API', async () => {
  const step = sizeOf({ quick: 80, usual: 24, full: 1 });
  const attacks = ATTACKS.filter((_, at) => at % step === 0);
  const { sent, answered } = await obeyed(attacks, 'send');
  expect(sent).toEqual([]);
  const provided = approvals.sent();
  // Some attacks come from the address that they name, and who wrote may be answered.
  expect(provided.map(({ to }) => String(to))).toEqual(answered);
  // The subject of a reply is that of the email that it answers.
  for (const { raw } of provided) expect(raw.slice(raw.indexOf('\r\n\r\n'))).not.toMatch(/drop-?zone/i);
});
