import { setTimeout as sleep } from 'node:timers/promises';
import { type HostileMail, hostileMail } from './hostile-mail.ts';
import type { Party, Recipient } from './parties.ts';
import { queueDepths, waitingMails } from './queue-depths.ts';
import { Random } from './random.ts';
import { SmtpClient } from './smtp-client.ts';

/** An email that SMTP accepted, with the outcome that it must have. */
export interface AcceptedMail {
  readonly index: number;
  /** The id that the receiving server assigned. */
  readonly id: string;
  /** The agents that must get the mail, each once. */
  readonly agents: readonly string[];
}

export interface RefusedMail {
  readonly index: number;
  readonly reply: string;
}

export interface Attack {
  readonly accepted: AcceptedMail[];
  readonly refused: RefusedMail[];
  /** Emails with a connection that was dropped halfway. None of them may arrive. */
  readonly cutOff: number[];
}

export interface AttackOptions {
  readonly baseUrl: string;
  readonly smtpPort: number;
  readonly seed: number;
  readonly indices: readonly number[];
  readonly victim: Party;
  readonly say: (line: string) => void;
}

const CONNECTIONS = 6;

/**
 * The largest number of waiting mails: twice the batches that the receiving function processes at once. With more, the
 * good emails would wait in the queue, as behind any overloaded server, and the run would measure that.
 */
const MAX_WAITING = 10;

const REPORT_EVERY = 500;

/** Sends the emails of a run over several connections. */
export async function attack(options: AttackOptions): Promise<Attack> {
  const { baseUrl, indices, say } = options;
  const result: Attack = { accepted: [], refused: [], cutOff: [] };
  const waiting = watchQueue(baseUrl);
  let next = 0;
  const worker = async () => {
    const connection = new Connection(options.smtpPort);
    for (let at = next++; at < indices.length; at = next++) {
      while (waiting.mails() > MAX_WAITING) await sleep(20);
      if (at > 0 && at % REPORT_EVERY === 0) say(`${at} of ${indices.length} mails sent`);
      await sendOne(options, connection, indices[at] as number, result);
    }
    connection.close();
  };
  try {
    await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  } finally {
    waiting.stop();
  }
  return result;
}

async function sendOne(
  { seed, victim }: AttackOptions,
  connection: Connection,
  index: number,
  result: Attack,
): Promise<void> {
  const mail = hostileMail(seed, index);
  const { agents, addresses } = recipientsOf(victim.recipients, mail);
  const isCutOff = new Random(seed, -1_000_000 - index).chance(0.005);
  const client = await connection.open();
  try {
    const reply = await client.send({ sender: mail.sender, recipients: addresses, raw: mail.raw, isCutOff });
    const id = /^OK (\S+)$/.exec(reply.text)?.[1];
    if (isCutOff) result.cutOff.push(index);
    else if (reply.code === 250 && id !== undefined) result.accepted.push({ index, id, agents });
    else result.refused.push({ index, reply: `${reply.code} ${reply.text}` });
  } catch (error) {
    result.refused.push({ index, reply: `no reply: ${(error as Error).message}` });
  }
}

/** Mostly one agent; sometimes all of them, with tags or in other letter case, or with an address that no agent has. */
function recipientsOf(all: readonly Recipient[], { seed, index }: HostileMail) {
  const random = new Random(seed, -2_000_000 - index);
  const one = random.pick(all);
  const only = (...addresses: string[]) => ({ agents: [one.id], addresses });
  return random.weighted([
    [90, () => only(one.address)],
    [3, () => only(one.address.replace('@', `+tag${index}@`))],
    [2, () => only(one.address, one.address.toUpperCase(), one.address.replace('@', '+again@'))],
    [2, () => only('absent-agent@agents.localhost', one.address)],
    [3, () => ({ agents: all.map(({ id }) => id), addresses: all.map(({ address }) => address) })],
  ])();
}

/** A connection that reopens when the server or the client has closed it. */
class Connection {
  readonly #port: number;
  #client: SmtpClient | undefined;

  constructor(port: number) {
    this.#port = port;
  }

  async open(): Promise<SmtpClient> {
    if (this.#client?.isOpen !== true) this.#client = await SmtpClient.connect(this.#port);
    return this.#client;
  }

  close(): void {
    this.#client?.close();
  }
}

/** Polls the depth of the queue. */
function watchQueue(baseUrl: string): { mails(): number; stop(): void } {
  let mails = 0;
  let isStopped = false;
  const watch = async () => {
    while (!isStopped) {
      mails = await queueDepths(baseUrl).then(waitingMails, () => mails);
      await sleep(50);
    }
  };
  void watch();
  return {
    mails: () => mails,
    stop: () => {
      isStopped = true;
    },
  };
}
