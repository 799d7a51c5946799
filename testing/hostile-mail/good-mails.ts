import { setTimeout as sleep } from 'node:timers/promises';
import type { Party } from './parties.ts';
import { lineEndOf, SmtpClient } from './smtp-client.ts';

/** The outcome of the good mails. */
export interface GoodMails {
  readonly sent: number;
  /**
   * Milliseconds from the 250 of the server to the event at a follower, for each email that arrived except the first.
   */
  readonly milliseconds: readonly number[];
  /** Subjects of emails that are missing or arrived more than once. */
  readonly lost: readonly string[];
  readonly repeated: readonly string[];
}

export interface GoodStream {
  /** Waits until the first email has arrived. Its time does not count, because the functions start for it. */
  warm(withinMs: number): Promise<void>;
  /** Ends the stream and waits for the emails in transit. */
  finish(withinMs: number): Promise<GoodMails>;
}

export interface GoodOptions {
  readonly baseUrl: string;
  readonly smtpPort: number;
  readonly party: Party;
  readonly everyMs: number;
}

/** A steady stream of good emails to an agent of another organization, and a follower of its log. */
export function startGoodMails({ smtpPort, party, everyMs }: GoodOptions): GoodStream {
  const acceptedAt = new Map<string, number>();
  const arrivedAt = new Map<string, number>();
  const repeated: string[] = [];
  const following = new AbortController();
  let isSending = true;

  const send = async () => {
    const [recipient] = party.recipients;
    if (recipient === undefined) throw new Error('the organization has no agent');
    const client = await SmtpClient.connect(smtpPort);
    for (let n = 0; isSending; n++) {
      const started = performance.now();
      const raw = goodMail(n, recipient.address);
      const reply = await client.send({ sender: 'ada@good.example', recipients: [recipient.address], raw });
      if (reply.code !== 250) throw new Error(`a good mail was rejected: ${reply.code} ${reply.text}`);
      acceptedAt.set(subjectOf(n), performance.now());
      await sleep(Math.max(0, everyMs - (performance.now() - started)));
    }
    client.close();
  };

  const follow = async () => {
    let since = new Date().toISOString();
    while (!following.signal.aborted) {
      const query = { type: 'mail.received', since, timeout_ms: 10_000 };
      const { event } = await party.api.call('waitForEvent', { query, signal: following.signal });
      if (event === null) continue;
      since = event.created_at;
      const subject = String((event.payload as { subject?: unknown }).subject);
      if (arrivedAt.has(subject)) repeated.push(subject);
      arrivedAt.set(subject, performance.now());
    }
  };

  const followed = follow().catch((error: unknown) => {
    if (!following.signal.aborted) throw error;
  });
  const sent = send();
  // A failure of either is thrown when the stream is finished.
  followed.catch(() => {});
  sent.catch(() => {});

  const missing = () => [...acceptedAt.keys()].filter((subject) => !arrivedAt.has(subject));
  const until = async (holds: () => boolean, withinMs: number) => {
    const deadline = performance.now() + withinMs;
    while (!holds() && performance.now() < deadline) await sleep(20);
  };

  return {
    warm: (withinMs) => until(() => arrivedAt.has(subjectOf(0)), withinMs),
    finish: async (withinMs) => {
      isSending = false;
      await sent;
      await until(() => missing().length === 0, withinMs);
      following.abort();
      await followed;
      const milliseconds = [...acceptedAt].flatMap(([subject, at]) => {
        const arrived = arrivedAt.get(subject);
        return arrived === undefined || subject === subjectOf(0) ? [] : [Math.max(0, arrived - at)];
      });
      return { sent: acceptedAt.size, milliseconds, lost: missing(), repeated };
    },
  };
}

export const subjectOf = (n: number) => `Order ${n}`;

/** An email as mail programs send it: a text, the same as HTML, and a small file. */
function goodMail(n: number, to: string): Buffer {
  const mail = [
    'From: Ada <ada@good.example>',
    `To: ${to}`,
    `Subject: ${subjectOf(n)}`,
    `Message-ID: <good-${n}@good.example>`,
    'Date: Sat, 21 Nov 2026 08:33:46 +0000',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=outer',
    '',
    '--outer',
    'Content-Type: multipart/alternative; boundary=inner',
    '',
    '--inner',
    'Content-Type: text/plain; charset=utf-8',
    '',
    `Hello, could you look into order ${n}?`,
    '',
    '--inner',
    'Content-Type: text/html; charset=utf-8',
    '',
    `<p>Hello, could you look into <b>order ${n}</b>?</p>`,
    '',
    '--inner--',
    '--outer',
    'Content-Type: text/csv; name=order.csv',
    'Content-Disposition: attachment; filename=order.csv',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from(`order,${n}\r\n`).toString('base64'),
    '--outer--',
  ].join('\r\n');
  return Buffer.from(mail + lineEndOf(Buffer.from(mail)));
}
