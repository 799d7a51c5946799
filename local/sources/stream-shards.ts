import { type TableClient, TableError } from '../engines/table-client.ts';

/** A change to the table, as the stream reports it. */
export interface StreamRecord {
  readonly eventID: string;
  readonly eventName: string;
  readonly dynamodb: {
    readonly SequenceNumber: string;
    readonly ApproximateCreationDateTime?: number;
    readonly [name: string]: unknown;
  };
  readonly [name: string]: unknown;
}

interface Shard {
  readonly ShardId: string;
  readonly ParentShardId?: string;
}

/** Shards in an order in which each parent comes before its children. */
export async function listShards(client: TableClient, streamArn: string): Promise<readonly string[]> {
  const shards: Shard[] = [];
  let after: string | undefined;
  do {
    const { StreamDescription } = await client.call<{
      StreamDescription: { Shards?: Shard[]; LastEvaluatedShardId?: string };
    }>('DescribeStream', { StreamArn: streamArn, ...(after !== undefined && { ExclusiveStartShardId: after }) });
    shards.push(...(StreamDescription.Shards ?? []));
    after = StreamDescription.LastEvaluatedShardId;
  } while (after !== undefined);
  const known = new Set(shards.map(({ ShardId }) => ShardId));
  const ordered = new Set<string>();
  const visit = (shard: Shard) => {
    const parent = shards.find(({ ShardId }) => ShardId === shard.ParentShardId);
    if (parent !== undefined && known.has(parent.ShardId)) visit(parent);
    ordered.add(shard.ShardId);
  };
  for (const shard of shards) visit(shard);
  return [...ordered];
}

const MAX_RECORDS = 1000;

/** Reads one shard forward from a sequence number, or from its oldest record. */
export class ShardReader {
  readonly #client: TableClient;
  readonly #streamArn: string;
  readonly shardId: string;
  #iterator: string | undefined;
  #after: string | undefined;

  constructor(client: TableClient, streamArn: string, shardId: string, after: string | undefined) {
    this.#client = client;
    this.#streamArn = streamArn;
    this.shardId = shardId;
    this.#after = after;
  }

  /** The next records; `ended` when the shard is closed and has been read to its end. */
  async read(): Promise<{ records: readonly StreamRecord[]; ended: boolean }> {
    this.#iterator ??= await this.#newIterator();
    try {
      const { Records = [], NextShardIterator } = await this.#client.call<{
        Records?: StreamRecord[];
        NextShardIterator?: string;
      }>('GetRecords', { ShardIterator: this.#iterator, Limit: MAX_RECORDS });
      this.#iterator = NextShardIterator ?? undefined;
      this.#after = Records.at(-1)?.dynamodb.SequenceNumber ?? this.#after;
      return { records: Records, ended: this.#iterator === undefined };
    } catch (error) {
      this.#iterator = undefined;
      if (error instanceof TableError && error.type === 'TrimmedDataAccessException') this.#after = undefined;
      throw error;
    }
  }

  async #newIterator(): Promise<string> {
    const position =
      this.#after === undefined
        ? { ShardIteratorType: 'TRIM_HORIZON' }
        : { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: this.#after };
    const { ShardIterator } = await this.#client.call<{ ShardIterator: string }>('GetShardIterator', {
      StreamArn: this.#streamArn,
      ShardId: this.shardId,
      ...position,
    });
    return ShardIterator;
  }
}
