import { attack, type RefusedMail } from './attack.ts';
import { type GoodMails, startGoodMails, subjectOf } from './good-mails.ts';
import { type Inspection, inspect } from './inspect.ts';
import { everyPage, makeParty, type Party } from './parties.ts';
import { deadLetters, drain, queueDepths } from './queue-depths.ts';

export interface RunOptions {
  readonly baseUrl: string;
  readonly smtpPort: number;
  readonly seed: number;
  readonly indices: readonly number[];
  readonly goodEveryMs: number;
  /** The longest time that a good mail may take from the 250 of the server to the event at a follower. */
  readonly maxGoodMs: number;
  readonly readEvery: number;
  readonly say: (line: string) => void;
}

/** The findings of a run. The defects are empty if the service withstood it. */
export interface RunReport {
  readonly sent: number;
  readonly accepted: number;
  readonly cutOff: number;
  readonly refused: readonly RefusedMail[];
  readonly seconds: number;
  readonly good: GoodMails;
  readonly inspection: Inspection;
  readonly defects: readonly string[];
}

/** Stack settings for a run: the policy of each function is enforced, and limits are out of reach. */
export const RUN_SETTINGS = {
  AID_EPHEMERAL: '1',
  AID_CHECK_ACCESS: '1',
  AID_LIMITS: JSON.stringify({
    orgRequestsPerMinute: 10_000_000,
    ipRequestsPerMinute: 10_000_000,
    unverifiedAgents: 100,
  }),
} as const;

const GOOD_TIMEOUT_MS = 120_000;
const DRAIN_MS = 600_000;
const ATTACKED_AGENTS = 5;

/** Reply codes with which a server may reject the envelope of a hostile mail: syntax, size. */
const FAIR_REFUSAL = /^(?:501|552|553) /;

/**
 * Sends generated hostile emails to the agents of one organization, and meanwhile a steady stream of good emails to an
 * agent of another. Then compares everything that is stored with what SMTP accepted.
 */
export async function runHostileMails(options: RunOptions): Promise<RunReport> {
  const { baseUrl, smtpPort, seed, indices, goodEveryMs, maxGoodMs, readEvery, say } = options;
  const victim = await makeParty(baseUrl, ATTACKED_AGENTS);
  const party = await makeParty(baseUrl, 1);
  const stream = startGoodMails({ baseUrl, smtpPort, party, everyMs: goodEveryMs });
  await stream.warm(GOOD_TIMEOUT_MS);
  const started = performance.now();
  const { accepted, refused, cutOff } = await attack({ baseUrl, smtpPort, seed, indices, victim, say });
  const good = await stream.finish(GOOD_TIMEOUT_MS);
  const left = await drain(baseUrl, DRAIN_MS);
  const seconds = (performance.now() - started) / 1000;
  say(`${accepted.length} mails accepted, ${seconds.toFixed(0)} s; reading the mailboxes`);
  const inspection = await inspect({ seed, victim, accepted, readEvery, say });
  const dead = deadLetters(await queueDepths(baseUrl));
  const defects = [
    ...inspection.defects,
    ...refused.filter(({ reply }) => !FAIR_REFUSAL.test(reply)).map(({ index, reply }) => `mail ${index}: ${reply}`),
    ...left.map((queue) => `a queue is not empty: ${JSON.stringify(queue)}`),
    ...Object.entries(dead).map(([name, count]) => `${count} dead letters in ${name}`),
    ...good.lost.map((subject) => `good mail "${subject}" is lost`),
    ...good.repeated.map((subject) => `good mail "${subject}" was announced twice`),
    ...late(good, maxGoodMs),
    ...(await checkGoodMails(party, good.sent)),
  ];
  return {
    sent: indices.length,
    accepted: accepted.length,
    cutOff: cutOff.length,
    refused,
    seconds,
    good,
    inspection,
    defects,
  };
}

function late({ milliseconds }: GoodMails, maxMs: number): string[] {
  const slow = milliseconds.filter((ms) => ms > maxMs);
  if (slow.length === 0) return [];
  return [
    `${slow.length} good mails took longer than ${maxMs / 1000} s, the slowest ${Math.max(...slow).toFixed(0)} ms`,
  ];
}

/** Each good mail must be a parsed message in its own thread, although hostile emails reference its id. */
async function checkGoodMails({ api, recipients }: Party, sent: number): Promise<string[]> {
  const params = { id: recipients[0]?.id ?? '' };
  const messages = await everyPage(async (query) => (await api.call('listMessages', { params, query })).messages);
  const subjects = messages.map(({ subject }) => subject).sort();
  const expected = Array.from({ length: sent }, (_, n) => subjectOf(n)).sort();
  const threads = new Set(messages.map(({ thread_id }) => thread_id));
  return [
    ...(JSON.stringify(subjects) === JSON.stringify(expected)
      ? []
      : [`${messages.length} of ${sent} good mails are stored`]),
    ...(threads.size === messages.length ? [] : ['good mails share threads']),
    ...messages
      .filter(({ detail }) => detail !== null)
      .map(({ subject, detail }) => `good mail "${subject}": ${detail}`),
  ];
}
