import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** The queue of each kind of job, by the end of its name. */
const QUEUE_OF_JOB: Readonly<Record<string, string>> = {
  delivery: 'delivery',
  mail: 'outbound-mail',
  domain: 'domain-checks',
  inboundMail: 'inbound-mail',
  stream: 'event-streams',
  mailStatus: 'mail-status',
  relayFailure: 'relay-failures',
};

interface Message {
  readonly number: number;
  readonly job: string;
  readonly body: string;
}

/**
 * Makes the jobs that wait in a stopped stack receivable at once, as if none of them had been tried, and lets the relay
 * read the whole stream again. Returns the jobs.
 */
export function releaseJobs(stateDir: string): Message[] {
  const database = new DatabaseSync(join(stateDir, 'emulators.db'));
  try {
    groupOneMail(database);
    const rows = database.prepare('SELECT number, queue, body FROM messages').all() as {
      number: number;
      queue: string;
      body: string;
    }[];
    database.exec('UPDATE messages SET visible_at = 0, receive_count = 0, first_received_at = NULL');
    database.exec('DELETE FROM positions');
    const jobOf = (queue: string) => Object.keys(QUEUE_OF_JOB).find((job) => queue.endsWith(`-${QUEUE_OF_JOB[job]}`));
    return rows.map(({ number, queue, body }) => ({ number, job: jobOf(queue) ?? queue, body }));
  } finally {
    database.close();
  }
}

/** A received mail gets its message group after a wait in a backlog only, so one of them gets it here. */
function groupOneMail(database: DatabaseSync): void {
  const find = "SELECT number, body FROM messages WHERE json_extract(body, '$.notificationType') = 'Received' LIMIT 1";
  const mail = database.prepare(find).get() as { number: number; body: string } | undefined;
  if (mail === undefined) throw new Error('no received mail waits in its queue');
  const body = JSON.stringify({ ...JSON.parse(mail.body), grouped: true });
  database.prepare('UPDATE messages SET body = ? WHERE number = ?').run(body, mail.number);
}
