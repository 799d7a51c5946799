import type { MetricStore } from './metric-store.ts';

/** What API Gateway measures about one request. */
export interface ApiResponse {
  readonly apiName: string;
  readonly status: number;
}

/** What API Gateway counts about a WebSocket API. */
export type ConnectionMetric = 'ConnectCount' | 'MessageCount' | 'ExecutionError';

/**
 * Records what AWS services would publish about the emulated resources, under the same names and dimensions: the
 * metrics that a graph of the dashboard or an alarm reads.
 */
export class ServiceRecorder {
  readonly #store: MetricStore;
  readonly #counts = new Map<string, number>();

  constructor(store: MetricStore) {
    this.#store = store;
  }

  /** Records that a function was invoked. The returned function records how that ended. */
  invoked(functionName: string): (failed: boolean) => void {
    const startedAt = performance.now();
    this.#counts.set(functionName, (this.#counts.get(functionName) ?? 0) + 1);
    this.#concurrency(functionName);
    return (failed) => {
      const count = (this.#counts.get(functionName) ?? 1) - 1;
      if (count === 0) this.#counts.delete(functionName);
      else this.#counts.set(functionName, count);
      this.#lambda(functionName, 'Errors', failed ? 1 : 0);
      this.#lambda(functionName, 'Duration', performance.now() - startedAt);
      // Reserved concurrency and quotas are not emulated.
      this.#lambda(functionName, 'Throttles', 0);
      this.#store.record({ namespace: 'AWS/Lambda', name: 'Throttles', dimensions: {} }, 0);
    };
  }

  /** The functions that are being invoked. */
  get running(): readonly string[] {
    return [...this.#counts.keys()];
  }

  /** Records by how many milliseconds the last record of a batch is behind. */
  batchRead(functionName: string, ageMs: number): void {
    this.#lambda(functionName, 'IteratorAge', Math.max(0, ageMs));
  }

  responded({ apiName, status }: ApiResponse): void {
    const record = (name: string, value: number) =>
      this.#store.record({ namespace: 'AWS/ApiGateway', name, dimensions: { ApiName: apiName } }, value);
    record('Count', 1);
    record('4XXError', status >= 400 && status < 500 ? 1 : 0);
    record('5XXError', status >= 500 ? 1 : 0);
  }

  /** Records one event of a WebSocket API. */
  connectionEvent(apiId: string, name: ConnectionMetric): void {
    this.#store.record({ namespace: 'AWS/ApiGateway', name, dimensions: { ApiId: apiId } }, 1);
  }

  /** Records the state of a queue. */
  queueMeasured(queueName: string, { visible, oldestMs }: { visible: number; oldestMs: number }): void {
    const record = (name: string, value: number) =>
      this.#store.record({ namespace: 'AWS/SQS', name, dimensions: { QueueName: queueName } }, value);
    record('ApproximateNumberOfMessagesVisible', visible);
    record('ApproximateAgeOfOldestMessage', oldestMs / 1000);
  }

  /** Records the capacity units that requests to a table used. */
  readonly tableUsed = ({ table, read, write }: { table: string; read: number; write: number }): void => {
    const record = (name: string, value: number) => {
      if (value > 0) this.#store.record({ namespace: 'AWS/DynamoDB', name, dimensions: { TableName: table } }, value);
    };
    record('ConsumedReadCapacityUnits', read);
    record('ConsumedWriteCapacityUnits', write);
  };

  /** Records what the account's reputation at SES is now: shares of the sent mail, from 0 to 1. */
  reputationMeasured({ bounceRate, complaintRate }: { bounceRate: number; complaintRate: number }): void {
    const record = (name: string, value: number) =>
      this.#store.record({ namespace: 'AWS/SES', name, dimensions: {} }, value);
    record('Reputation.BounceRate', bounceRate);
    record('Reputation.ComplaintRate', complaintRate);
  }

  /**
   * Records how many invocations are running now; long ones would otherwise show only in the minute in which they
   * start.
   */
  measureConcurrency(): void {
    for (const name of this.#counts.keys()) this.#concurrency(name);
  }

  #concurrency(functionName: string): void {
    const own = this.#counts.get(functionName) ?? 0;
    const all = [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
    const record = (value: number, dimensions: Readonly<Record<string, string>>) =>
      this.#store.record({ namespace: 'AWS/Lambda', name: 'ConcurrentExecutions', dimensions }, value);
    record(own, { FunctionName: functionName });
    record(all, {});
  }

  #lambda(functionName: string, name: string, value: number): void {
    this.#store.record({ namespace: 'AWS/Lambda', name, dimensions: { FunctionName: functionName } }, value);
  }
}
