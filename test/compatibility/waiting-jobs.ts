import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

interface Message {
  readonly number: number;
  /** The name of the queue in AWS: `aid-<stage>-<name>`. */
  readonly queue: string;
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
    const rows = database.prepare('SELECT number, queue, body FROM messages').all() as unknown as Message[];
    database.exec('UPDATE messages SET visible_at = 0, receive_count = 0, first_received_at = NULL');
    database.exec('DELETE FROM positions');
    return rows;
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
