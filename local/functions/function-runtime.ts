import type { Worker } from 'node:worker_threads';
import type { TableRights } from '../access/table-guard.ts';
import type { FunctionDefinition } from '../assembly/function-definition.ts';
import type { Clock } from '../clock.ts';
import { FunctionError } from './function-error.ts';
import type { FunctionLogs } from './function-log.ts';
import { startThread } from './function-thread.ts';
import { PendingInvocations, type StreamReceiver } from './pending-invocations.ts';
import type { FromWorker, ToWorker, WireError } from './protocol.ts';
import type { TableUse } from './table-meter.ts';
import type { Unloadable } from './warm-functions.ts';

export interface FunctionRuntimeProps {
  readonly definition: FunctionDefinition;
  readonly environment: Record<string, string>;
  /** The thread's entry, as plain JavaScript. */
  readonly workerModule: string;
  readonly logs: FunctionLogs;
  /** Whether the function may connect to this machine only. */
  readonly loopbackOnly: boolean;
  /** `address:port` of the engine. */
  readonly tableHost: string;
  /** Undefined where policies are not enforced. */
  readonly tableRights: TableRights | undefined;
  /** Receives the table capacity that the function uses. */
  readonly onUse: (use: TableUse) => void;
  /** What a check of the rights to the tables needs to know about the engine. */
  readonly engineTables: Pick<TableRights, 'host' | 'keys'>;
  readonly clock: Clock;
}

interface Running {
  readonly worker: Worker;
  readonly ready: Promise<void>;
}

/** How long an idle thread may take to end before it is terminated. */
const ENDING_MS = 2000;

/** How long a thread may take to show that it is alive, after one of its invocations timed out. */
const PING_MS = 2000;

/**
 * One function: its bundle in a worker thread with its own environment, started at its first invocation and restarted
 * after it ends. Lambda gives each concurrent invocation a separate environment; here they share one, which makes no
 * difference to handlers that keep only clients between invocations.
 */
export class FunctionRuntime implements Unloadable {
  readonly definition: FunctionDefinition;
  readonly #environment: Record<string, string>;
  readonly #workerModule: string;
  readonly #logs: FunctionLogs;
  readonly #loopbackOnly: boolean;
  readonly #tableHost: string;
  readonly #tableRights: TableRights | undefined;
  readonly #onUse: (use: TableUse) => void;
  readonly #engineTables: Pick<TableRights, 'host' | 'keys'>;
  readonly #clock: Clock;
  readonly #invocations: PendingInvocations;
  #running: Running | undefined;
  /** Invocations that have begun and not ended, including those that wait for the code to load. */
  #begun = 0;
  #endedAt = 0;
  #stopped = false;
  #deniesTable = false;

  constructor(props: FunctionRuntimeProps) {
    const { definition, environment, workerModule, logs, loopbackOnly, tableHost, tableRights, onUse } = props;
    const { engineTables, clock } = props;
    this.definition = definition;
    this.#environment = environment;
    this.#workerModule = workerModule;
    this.#logs = logs;
    this.#loopbackOnly = loopbackOnly;
    this.#tableHost = tableHost;
    this.#tableRights = tableRights;
    this.#onUse = onUse;
    this.#engineTables = engineTables;
    this.#clock = clock;
    const onTimedOut = (worker: Worker) => this.#replaceIfStuck(worker);
    this.#invocations = new PendingInvocations({ definition, logs, clock, onTimedOut });
    clock.onAdvanced(() => this.#followClock());
  }

  /** Loads the bundle ahead of the first invocation. */
  async warm(): Promise<void> {
    await this.#start().ready.catch(() => {});
  }

  get isLoaded(): boolean {
    return this.#running !== undefined;
  }

  get idleSince(): number | undefined {
    return this.#begun === 0 ? this.#endedAt : undefined;
  }

  /**
   * Lets the thread of an idle function end, after the processes that it has started; the next invocation starts
   * another.
   */
  async unload(): Promise<void> {
    if (this.#begun > 0) return;
    const worker = this.#running?.worker;
    this.#running = undefined;
    if (worker === undefined) return;
    const overdue = setTimeout(() => void worker.terminate(), ENDING_MS);
    worker.postMessage({ type: 'end' } satisfies ToWorker);
    // Not the `once` of events, which rejects if the thread fails on its way out.
    await new Promise((resolve) => worker.once('exit', resolve));
    clearTimeout(overdue);
  }

  /** Invokes the function and returns the JSON text of its result. */
  async invoke(event: unknown, receiver?: StreamReceiver): Promise<string> {
    this.#begun += 1;
    try {
      const { worker, ready } = this.#start();
      await ready;
      return await this.#invocations.begin(worker, event, receiver);
    } finally {
      this.#begun -= 1;
      this.#endedAt = Date.now();
    }
  }

  /** Takes all rights to the tables from the function, or gives them back, for alarm drills. */
  async denyTable(denied: boolean): Promise<void> {
    this.#deniesTable = denied;
    await this.kill();
  }

  /** Ends the thread as a crash would, with everything it is doing; the next invocation starts another. */
  async kill(): Promise<void> {
    await this.#running?.worker.terminate();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running?.worker.terminate();
  }

  #start(): Running {
    if (this.#stopped) throw new FunctionError({ errorType: 'Local.Stopping', errorMessage: 'the stack is stopping' });
    if (this.#running !== undefined) return this.#running;
    const { modulePath, exportName, name } = this.definition;
    const tableRights = this.#deniesTable ? { ...this.#engineTables, caller: name, statements: [] } : this.#tableRights;
    const worker = startThread({
      definition: this.definition,
      environment: this.#environment,
      workerModule: this.#workerModule,
      start: {
        modulePath,
        exportName,
        loopbackOnly: this.#loopbackOnly,
        tableHost: this.#tableHost,
        tableRights,
        aheadMs: this.#clock.aheadMs,
      },
    });
    // One listener for each invocation that timed out: many at once are not a leak.
    worker.setMaxListeners(0);
    this.#logs.follow(name, worker.stdout, 'info');
    this.#logs.follow(name, worker.stderr, 'error');
    const ready = new Promise<void>((resolve, reject) => {
      worker.on('message', (message: FromWorker) => {
        if (message.type === 'ready') resolve();
        else if (message.type === 'broken') reject(this.#broken(worker, message.error));
        else if (message.type === 'used') this.#onUse(message.use);
        else this.#invocations.receive(message);
      });
      worker.once('error', (error) => this.#died(worker, error, reject));
      worker.once('exit', (code) => this.#died(worker, new Error(`exit ${code}`), reject));
    });
    ready.catch(() => {});
    this.#running = { worker, ready };
    return this.#running;
  }

  /** Passes an advance of the clock on to the function, and ends the invocations that have timed out because of it. */
  #followClock(): void {
    if (this.#running === undefined) return;
    const { worker } = this.#running;
    worker.postMessage({ type: 'clock', aheadMs: this.#clock.aheadMs } satisfies ToWorker);
    this.#invocations.timeOutDue(worker);
  }

  /** The other invocations of the thread continue, unless it is stuck in a loop. */
  #replaceIfStuck(worker: Worker): void {
    const stuck = setTimeout(() => void worker.terminate(), PING_MS);
    const listen = (message: FromWorker) => {
      if (message.type !== 'pong') return;
      clearTimeout(stuck);
      worker.off('message', listen);
    };
    worker.on('message', listen);
    worker.once('exit', () => clearTimeout(stuck));
    worker.postMessage({ type: 'ping' } satisfies ToWorker);
  }

  #broken(worker: Worker, error: WireError): FunctionError {
    if (this.#running?.worker === worker) this.#running = undefined;
    this.#logs.line(this.definition.name, `cannot load: ${error.trace.join(' | ') || error.errorMessage}`, 'error');
    void worker.terminate();
    return new FunctionError(error);
  }

  #died(worker: Worker, error: Error, reject: (error: FunctionError) => void): void {
    const failure = new FunctionError({ errorType: 'Runtime.ExitError', errorMessage: error.message });
    reject(failure);
    if (this.#running?.worker !== worker) return;
    this.#running = undefined;
    if (!this.#stopped)
      this.#logs.line(this.definition.name, `the runtime died: ${error.stack ?? error.message}`, 'error');
    this.#invocations.fail(failure);
  }
}
