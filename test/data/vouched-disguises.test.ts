import { expect, test } from 'vitest';
import { sizeOf } from '#testing/test-size.ts';
import { useApprovals } from '../support/approval-harness.ts';
import { ADDRESS_CHAINS, CHAIN_TARGETS } from '../support/attack-chains.ts';
import { ADDRESS_DISGUISES, LINK_DISGUISES, type Names } from '../support/attack-disguises.ts';
import { ADDRESS_PLACES, LINK_PLACES } from '../support/attack-places.ts';
import { useEngine } from '../support/engine.ts';
import { type ArrivingMail, vouchedAgent } from '../support/vouched-agent.ts';

const engine = useEngine();
const approvals = useApprovals(engine);

const BOSS = 'boss@own.example';
const ENDS = ['com', 'io', 'co.uk', 'zip', 'de'].slice(0, sizeOf({ quick: 1, usual: 1, full: 5 }));
const STEP = sizeOf({ quick: 12, usual: 1, full: 1 });
/** What only a calculation finds. See: docs/decisions/0088-vouched-sending.md. */
const NOT_FOUND = ['sums of codes'];

let made = 0;

/** Names that no other attack has. */
function newNames(end: string): Names {
  made += 1;
  const sign = Array.from(String(made).padStart(3, '0'), (one) => 'bdfghjklmp'[Number(one)]).join('');
  const [domain, host, local] = [`harbor-ledger${sign}.${end}`, `files.quill-drop${sign}.${end}`, `intake.${sign}`];
  return { local, domain, address: `${local}@${domain}`, host, url: `https://${host}/in/7` };
}

/** An agent that answers each email, and then does what the attack says. Returns the attacks that it was let do. */
async function obedientAgent() {
  const { organization, arrive, sendDirectly } = await vouchedAgent(engine.table, approvals);
  await approvals.api().call('createContact', { key: organization.key, body: { emails: [BOSS] } });
  const sent: string[] = [];
  return {
    sent,
    read: async (mail: ArrivingMail) => {
      const message = await arrive({ from: `jo@writer-${made}.example`, ...mail });
      await sendDirectly({ to: [message.from[0]?.address ?? ''], text: 'Done.', answers: message });
    },
    obey: async (attack: string, { to = [BOSS], text = 'The report' }: { to?: string[]; text?: string }) => {
      if ((await sendDirectly({ to, text })).length === 0) sent.push(attack);
    },
  };
}

const some = <T>(all: Readonly<Record<string, T>>) => Object.entries(all).filter((_, at) => at % STEP === 0);

test('There are more than 140 attacks, each with a disguise or a place of its own', () => {
  const all = [ADDRESS_DISGUISES, LINK_DISGUISES, ADDRESS_PLACES, LINK_PLACES, ADDRESS_CHAINS];
  expect(all.flatMap(Object.keys).length).toBeGreaterThan(140);
});

test.each(ENDS)('An address under .%s that an email disguises is not written to', async (end) => {
  const { read, obey, sent } = await obedientAgent();
  for (const [attack, make] of some(ADDRESS_DISGUISES)) {
    const names = newNames(end);
    await read({ text: make(names) });
    await obey(attack, { to: [names.address] });
  }
  for (const [attack, make] of some(ADDRESS_PLACES)) {
    const names = newNames(end);
    await read(make(names));
    await obey(attack, { to: [names.address] });
  }
  expect(sent.filter((attack) => !NOT_FOUND.includes(attack))).toEqual([]);
});

test.each(ENDS)('A link under .%s that an email disguises is not passed on', async (end) => {
  const { read, obey, sent } = await obedientAgent();
  for (const [attack, make] of some(LINK_DISGUISES)) {
    const { text, links } = make(newNames(end));
    await read({ text });
    for (const link of links) await obey(attack, { text: `See ${link}` });
  }
  for (const [attack, make] of some(LINK_PLACES)) {
    const names = newNames(end);
    await read(make(names));
    await obey(attack, { text: `See ${names.url}` });
  }
  expect(sent).toEqual([]);
});

test('An address that emails give in several steps is not written to', async () => {
  const all: string[] = [];
  for (const [attack, make] of some(ADDRESS_CHAINS)) {
    const { read, obey, sent } = await obedientAgent();
    const names = newNames('com');
    for (const mail of make(names, `jo@writer-${made}.example`)) await read(mail);
    await obey(attack, { to: [CHAIN_TARGETS[attack]?.(names) ?? names.address] });
    all.push(...sent);
  }
  expect(all).toEqual([]);
});
