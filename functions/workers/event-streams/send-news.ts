import type { PushProgress } from '#shared/data/direct-writes/stream-lease.ts';
import { findConnection, type StreamConnection } from '#shared/data/entities/connection/connection.ts';
import { type EventRow, eventOfRow } from '#shared/data/entities/log/event.ts';
import { LogFollower } from '#shared/data/event-log/log-follower.ts';
import type { Row, Table } from '#shared/data/table-client.ts';
import { pause } from '#shared/domain/concurrency/pause.ts';
import {
  type ClosingReason,
  HANDSHAKE_MS,
  MAX_POST_FAILURES,
  MAX_STREAM_MESSAGE_BYTES,
  matchesStream,
} from '#shared/domain/delivery/stream.ts';
import { withRequestId } from '#shared/domain/http/request-scope.ts';
import { STREAM_ROLE } from '#shared/domain/organization/role.ts';
import { SECOND } from '#shared/domain/time/time.ts';
import { logger } from '#shared/runtime/log.ts';
import { logMetrics } from '#shared/runtime/log-metrics.ts';
import { accessLostBy } from '#shared/services/connections/access-lost-by.ts';
import { postToConnection } from '#shared/services/connections/socket-client.ts';
import { eventMessage, pointerMessage, readyMessage } from '#shared/services/connections/stream-messages.ts';

/** Events of one read of the log. */
const EVENTS_PER_READ = 50;

/** How long a run waits for an event that is being written, before it leaves the rest to another job. */
const GAP_WAIT_MS = SECOND;
const GAP_POLL_MS = 50;

/** Messages after which a run looks whether the client has asked for others, or the stream is to be closed. */
const MESSAGES_BETWEEN_LOOKS = 8;

const MAX_RETRY_SECONDS = 30;

/** What follows after a run. */
type NextStep =
  | { kind: 'done' }
  | { kind: 'again'; afterSeconds: number }
  | { kind: 'gone' }
  | { kind: 'close'; reason: ClosingReason };

const AT_ONCE: NextStep = { kind: 'again', afterSeconds: 0 };

type Pushed = PushProgress & { next: NextStep };

/**
 * Sends a stream the events after its cursor, in the order of the log. The key is read again before each message, so
 * that a revoked key or a suspended agent gets nothing more.
 */
export async function sendNews(table: Table, connection: StreamConnection, deadline: number): Promise<Pushed> {
  const { closing, keyHash, organizationId } = connection;
  if (closing !== undefined) return { ...progressOf(connection), next: { kind: 'close', reason: closing } };
  const lost = await accessLostBy(table, keyHash, Date.now(), { role: STREAM_ROLE });
  if (lost !== undefined) return { ...progressOf(connection), next: { kind: 'close', reason: lost } };

  const sender = new Sender(table, connection);
  if (!connection.ready) {
    const failed = await sender.sendReady();
    if (failed !== undefined) return { ...sender.progress, next: failed };
  }
  const log = new LogFollower(table, organizationId, { since: connection.cursor, observer: logMetrics });
  let blockedSince: number | undefined;
  for (;;) {
    const { events, blocked, isEnd } = await log.take(EVENTS_PER_READ, (event) => matchesStream(connection, event));
    for (const event of events) {
      if (await sender.isOvertaken()) return { ...sender.progress, next: { kind: 'done' } };
      if (Date.now() >= deadline) return { ...sender.progress, next: AT_ONCE };
      const failed = await sender.sendEvent(event);
      if (failed !== undefined) return { ...sender.progress, next: failed };
    }
    if (isEnd) return { ...sender.progress, next: { kind: 'done' } };
    if (Date.now() >= deadline) return { ...sender.progress, next: AT_ONCE };
    if (!blocked) continue;
    blockedSince = events.length > 0 ? undefined : (blockedSince ?? Date.now());
    if (blockedSince !== undefined && Date.now() - blockedSince > GAP_WAIT_MS) {
      return { ...sender.progress, next: { kind: 'again', afterSeconds: 1 } };
    }
    await pause(GAP_POLL_MS);
  }
}

function progressOf({ cursor, ready, failures }: StreamConnection): PushProgress {
  return { cursor, ready, failures };
}

/** Sends the messages of one run and knows how far it came. */
class Sender {
  readonly progress: PushProgress;
  readonly #table: Table;
  readonly #connection: StreamConnection;
  /** The run begins with a check of the access. */
  #isChecked = true;
  #messages = 0;

  constructor(table: Table, connection: StreamConnection) {
    this.#table = table;
    this.#connection = connection;
    this.progress = progressOf(connection);
  }

  /** Whether the messages of this run are no longer wanted. The release of the lease then leads to another run. */
  async isOvertaken(): Promise<boolean> {
    if (++this.#messages % MESSAGES_BETWEEN_LOOKS !== 0) return false;
    const now = await findConnection(this.#table, this.#connection.connectionId);
    return now === undefined || now.rewind !== undefined || now.closing !== undefined;
  }

  /** Returns what to do instead, if the message was not sent. */
  async sendReady(): Promise<NextStep | undefined> {
    const failed = await this.#post(readyMessage(this.progress.cursor));
    if (failed === undefined) this.progress.ready = true;
    return failed;
  }

  async sendEvent(row: Row<EventRow>): Promise<NextStep | undefined> {
    if (!this.#isChecked) {
      const lost = await accessLostBy(this.#table, this.#connection.keyHash, Date.now(), { role: STREAM_ROLE });
      if (lost !== undefined) return { kind: 'close', reason: lost };
    }
    this.#isChecked = false;
    const failed = await this.#post(await this.#messageOf(row));
    if (failed !== undefined) return failed;
    this.progress.cursor = row.createdAt;
    withRequestId(row.requestId, () =>
      logger.info('event sent', { connection_id: this.#connection.connectionId, event_id: row.id }),
    );
    return undefined;
  }

  /** Content of twice the size of a message is not read: without the agents in it, it is still too large. */
  async #messageOf(row: Row<EventRow>): Promise<string> {
    const { cursor } = this.progress;
    if ((row.object?.bytes ?? 0) > 2 * MAX_STREAM_MESSAGE_BYTES) return pointerMessage(cursor, row);
    return eventMessage(cursor, await eventOfRow(this.#table, row));
  }

  async #post(text: string): Promise<NextStep | undefined> {
    const { connectionId, connectedAt } = this.#connection;
    const result = await postToConnection(connectionId, text);
    if (result === 'sent') {
      this.progress.failures = 0;
      return undefined;
    }
    const isNew = !this.progress.ready && Date.now() - connectedAt < HANDSHAKE_MS;
    if (result === 'gone') return isNew ? { kind: 'again', afterSeconds: 1 } : { kind: 'gone' };
    this.progress.failures += 1;
    if (this.progress.failures >= MAX_POST_FAILURES) return { kind: 'close', reason: 'too_slow' };
    return { kind: 'again', afterSeconds: Math.min(MAX_RETRY_SECONDS, 2 ** this.progress.failures) };
  }
}
