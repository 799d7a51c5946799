import { beforeAll, expect, test } from 'vitest';
import { useEngine } from '../support/engine.ts';
import { hookOrganization } from '../support/hook-api.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { memoryBucket } from '../support/memory-bucket.ts';
import { receiveMails } from '../support/receive-mails.ts';

const engine = useEngine();
let api: InProcessApi;

beforeAll(() => {
  process.env.POWERTOOLS_METRICS_DISABLED = 'true';
  api = new InProcessApi(engine.table, { unverifiedEmailsPerDay: 1000 });
  memoryBucket();
});

let count = 0;

/** An agent that has sent a message to `ada@example.com`, and receives replies to it. */
async function conversation(subjects: readonly string[]) {
  const organization = await hookOrganization(api);
  const { agent, address } = organization;
  const threads: string[] = [];
  for (const subject of subjects) {
    const body = { to: 'ada@example.com', subject, text: 'How many?' };
    threads.push((await api.call('sendMail', { key: agent.key, params: { id: agent.id }, body })).body.thread_id);
  }
  const receive = async (from: string, subject: string, ...fields: string[]) => {
    const id = `Message-ID: <${++count}@example.com>`;
    const raw = Buffer.from([`From: ${from}`, `Subject: ${subject}`, id, ...fields, '', 'Two.'].join('\r\n'));
    expect((await receiveMails({ to: address, raw })).batchItemFailures).toEqual([]);
    const list = await api.call('listMessages', { key: agent.key, params: { id: agent.id } });
    const [message] = list.body.messages;
    return { thread: message?.thread_id ?? '', warnings: message?.content_warnings ?? [] };
  };
  return { threads, receive };
}

test('An Outlook reply without References joins the only thread that it can answer, with a warning', async () => {
  const { threads, receive } = await conversation(['Lamps', 'Bulbs']);
  const reply = await receive('Ada <ADA@example.com>', 'AW: lamps', 'Thread-Topic: Lamps', 'Thread-Index: AdF=');
  expect(reply.thread).toBe(threads[0]);
  expect(reply.warnings).toContain('joined_thread');
  // Replies to it join the thread by their own references, as always.
  const next = await receive('ada@example.com', 'Other', `In-Reply-To: <${count}@example.com>`);
  expect(next.thread).toBe(threads[0]);
  expect(next.warnings).not.toContain('joined_thread');
});

test.each<[string, string[], string, string, ...string[]]>([
  ['someone who is not in the thread', ['Lamps'], 'eve@example.com', 'Re: Lamps'],
  ['several authors', ['Lamps'], 'ada@example.com, eve@example.com', 'Re: Lamps'],
  ['a subject that answers nothing', ['Lamps'], 'ada@example.com', 'Lamps'],
  ['a forward', ['Lamps'], 'ada@example.com', 'Fwd: Lamps'],
  ['another subject', ['Lamps'], 'ada@example.com', 'Re: Lamps and bulbs'],
  ['a subject of two threads', ['Lamps', 'lamps'], 'ada@example.com', 'Re: Lamps'],
  ['a reference to an unknown message', ['Lamps'], 'ada@example.com', 'Re: Lamps', 'References: <unknown@example.com>'],
  ['an empty topic', ['Re:'], 'ada@example.com', 'Re:'],
  ['an automatic reply', ['Lamps'], 'ada@example.com', 'Re: Lamps', 'Auto-Submitted: auto-replied'],
])('A mail by or with %s starts a thread', async (_, subjects, from, subject, ...fields) => {
  const { threads, receive } = await conversation(subjects);
  const { thread, warnings } = await receive(from, subject, ...fields);
  expect(threads).not.toContain(thread);
  expect(warnings).not.toContain('joined_thread');
});
