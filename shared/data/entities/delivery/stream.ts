import type { StreamFilter } from '#shared/domain/delivery/stream.ts';
import { type Change, replaceVersion } from '../../change.ts';
import { rowDecoder } from '../../decode-row.ts';
import { getRow, type Key, type Row, type Table } from '../../table-client.ts';
import { webhookPartition } from './webhook.ts';

/** An event stream of an organization, from its ticket on. */
export interface Stream extends StreamFilter {
  keyId: string;
  /** The agent of the key; null for an org key. */
  agentId: string | null;
  createdAt: number;
  /** null until the ticket is redeemed. */
  connectionId: string | null;
  connectedAt: number | null;
  /** When it no longer counts: the end of the ticket, or the latest possible end of the connection. */
  until: number;
}

/**
 * The event streams of an organization, in one row. It is in the partition of the endpoints, so that the relay reads
 * both with one query: an organization without streams pays nothing for them. Operations replace it under optimistic
 * locking, so that the limits are exact; connections change their own entry.
 *
 * See: docs/decisions/0024-event-streams.md.
 */
export interface Streams {
  streams: Record<string, Stream>;
  version: number;
}

const decodeStreamsRow = rowDecoder<Streams>({ streams: 'object', version: 'number' });

/** Sorts before all endpoints and after their counts. */
export const STREAMS_KEY = 'STREAMS';

export function streamsKey(organizationId: string): Key {
  return { pk: webhookPartition(organizationId), sk: STREAMS_KEY };
}

/** The streams of an organization that has never had one. */
export const NO_STREAMS: Streams = { streams: {}, version: 0 };

export async function readStreams(table: Table, organizationId: string): Promise<Streams> {
  const row = await getRow(table, decodeStreamsRow, streamsKey(organizationId), { strong: true });
  return row === undefined ? NO_STREAMS : streamsOf({ ...row });
}

export function streamsOf(row: Row): Streams {
  const { streams, version } = decodeStreamsRow(row);
  return { streams, version };
}

/** Replaces the streams by the given ones, if no one has changed them since they were read. */
export function replaceStreams(
  organizationId: string,
  known: Streams,
  streams: readonly (Stream & { id: string })[],
): Change {
  const entries = streams.map(({ id, ...stream }) => [id, stream] as const);
  return replaceVersion({
    ...streamsKey(organizationId),
    streams: Object.fromEntries(entries),
    version: known.version + 1,
  });
}

/** Records the connection of a stream. Fails with `onConditionFailed` if the stream was closed meanwhile. */
export function connectStream(
  organizationId: string,
  streamId: string,
  connection: Pick<Stream, 'connectedAt' | 'until'> & { connectionId: string },
  onConditionFailed: NonNullable<Change['onConditionFailed']>,
): Change {
  return {
    kind: 'update',
    key: streamsKey(organizationId),
    update: {
      expression:
        'SET #streams.#id.#connectionId = :connectionId, #streams.#id.#connectedAt = :connectedAt, ' +
        '#streams.#id.#until = :until ADD #version :one',
      names: {
        '#streams': 'streams',
        '#id': streamId,
        '#connectionId': 'connectionId',
        '#connectedAt': 'connectedAt',
        '#until': 'until',
        '#version': 'version',
      },
      values: {
        ':connectionId': connection.connectionId,
        ':connectedAt': connection.connectedAt,
        ':until': connection.until,
        ':one': 1,
      },
    },
    condition: { expression: 'attribute_exists(#streams.#id)' },
    onConditionFailed,
  };
}
