import { setTimeout as sleep } from 'node:timers/promises';
import type { TableClient } from '../engines/table-client.ts';
import type { Functions } from '../functions/functions.ts';
import { passes } from './filter-pattern.ts';
import type { MappingDefinition } from './mapping-definition.ts';
import type { Positions } from './positions.ts';
import { processBatch } from './stream-batch.ts';
import { listShards, ShardReader, type StreamRecord } from './stream-shards.ts';

export interface StreamMappingProps {
  readonly definition: MappingDefinition;
  /** The stream as the engine names it. */
  readonly streamArn: string;
  readonly client: TableClient;
  readonly functions: Functions;
  readonly positions: Positions;
  giveUp(notice: unknown): void;
  onError(error: Error): void;
}

/** The polling interval of an idle stream. The end of an invocation polls at once, so this is for other writers. */
const IDLE_POLL_MS = 100;

/** The interval at which shards are listed. */
const SHARD_LIST_MS = 5000;

const AFTER_ERROR_MS = 250;

/**
 * Feeds a table's stream to a function: shard by shard in order, filtered, from where it stopped. Without a position
 * it starts with the oldest record, whatever the template says: no write of a first start may be skipped.
 */
export class StreamMapping {
  readonly #props: StreamMappingProps;
  readonly #following = new Map<string, Promise<void>>();
  #stopped = false;
  #disabled = false;
  #wakeUp: () => void = () => {};
  #wanted = false;

  constructor(props: StreamMappingProps) {
    this.#props = props;
  }

  start(): void {
    void this.#followAll();
  }

  /** Reads at once, because there may be new records. */
  poke(): void {
    this.#wanted = true;
    this.#wakeUp();
  }

  /** Reads nothing while the mapping is disabled. */
  setEnabled(enabled: boolean): void {
    this.#disabled = !enabled;
    this.poke();
  }

  /** Does not wait: a running batch is no longer checkpointed, and is read again at the next start. */
  stop(): void {
    this.#stopped = true;
    this.poke();
  }

  async #followAll(): Promise<void> {
    const { client, streamArn, onError } = this.#props;
    while (!this.#stopped) {
      try {
        const shards = await listShards(client, streamArn);
        for (const shard of shards)
          if (!this.#following.has(shard)) this.#following.set(shard, this.#follow(shard, shards));
      } catch (error) {
        if (!this.#stopped) onError(error as Error);
      }
      await sleep(SHARD_LIST_MS, undefined, { ref: false });
    }
  }

  /** Follows one shard to its end; a child waits for what comes before it. */
  async #follow(shardId: string, order: readonly string[]): Promise<void> {
    const { definition, streamArn, client, positions, onError } = this.#props;
    const before = order[order.indexOf(shardId) - 1];
    if (before !== undefined) await this.#following.get(before);
    const reader = new ShardReader(client, streamArn, shardId, positions.get(definition.id, shardId));
    while (!this.#stopped) {
      if (this.#disabled) {
        await this.#idle();
        continue;
      }
      try {
        const { records, ended } = await reader.read();
        await this.#handle(shardId, records);
        if (ended) return;
        if (records.length === 0) await this.#idle();
      } catch (error) {
        if (this.#stopped) return;
        onError(error as Error);
        await sleep(AFTER_ERROR_MS);
      }
    }
  }

  async #handle(shardId: string, records: readonly StreamRecord[]): Promise<void> {
    const { definition, functions, positions, giveUp } = this.#props;
    const wanted = records.filter((record) => passes(record, definition.filters));
    const checkpoint = (sequenceNumber: string) => positions.set(definition.id, shardId, sequenceNumber);
    const context = { definition, functions, shardId, checkpoint, giveUp, isStopped: () => this.#stopped };
    for (let at = 0; at < wanted.length && !this.#stopped; at += definition.batchSize) {
      await processBatch(wanted.slice(at, at + definition.batchSize), context);
    }
    // The checkpoint also passes the records that the filter refused.
    const last = records.at(-1)?.dynamodb.SequenceNumber;
    if (last !== undefined && !this.#stopped) checkpoint(last);
  }

  async #idle(): Promise<void> {
    if (!this.#wanted) {
      const timer = new AbortController();
      const poked = new Promise<void>((resolve) => {
        this.#wakeUp = resolve;
      });
      await Promise.race([poked, sleep(IDLE_POLL_MS, undefined, { signal: timer.signal }).catch(() => {})]);
      timer.abort();
    }
    this.#wanted = false;
  }
}
