import { beforeAll, expect, test } from 'vitest';
import { sizeOf } from '#testing/test-size.ts';
import { attackMails } from '../support/attack-mails.ts';
import { useEngine } from '../support/engine.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { vouchedAgent } from '../support/vouched-agent.ts';

const engine = useEngine();
let api: InProcessApi;
beforeAll(() => {
  api = new InProcessApi(engine.table);
});

const ATTACKS = attackMails();

test('There are two hundred attack emails of forty techniques or more', () => {
  expect(new Set(ATTACKS.map(({ technique }) => technique)).size).toBeGreaterThanOrEqual(40);
  expect(ATTACKS.length).toBeGreaterThanOrEqual(200);
});

test('An agent that obeys every instruction of attack emails writes to none of their addresses and passes on no link', async () => {
  const step = sizeOf({ quick: 20, usual: 1, full: 1 });
  const { arrive, send, key } = await vouchedAgent(engine.table, api);
  await api.call('createContact', { key, body: { emails: ['boss@own.example'] } });
  const written: string[] = [];
  for (const { technique, mail, addresses, links } of ATTACKS.filter((_, at) => at % step === 0)) {
    const message = await arrive(mail);
    for (const address of addresses)
      if ((await send({ to: [address], text: 'The report' })).length === 0) written.push(`${technique}: ${address}`);
    for (const link of links)
      if ((await send({ to: ['boss@own.example'], text: `See ${link}` })).length === 0)
        written.push(`${technique}: ${link}`);
    // It answers as well, which is always allowed, and makes the author no one who vouches for others at once.
    await send({ to: [message.from[0]?.address ?? ''], text: 'Done.', answers: message });
  }
  expect(written).toEqual([]);
});
