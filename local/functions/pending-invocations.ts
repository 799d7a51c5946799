import { randomUUID } from 'node:crypto';
import type { Worker } from 'node:worker_threads';
import type { FunctionDefinition } from '../assembly/function-definition.ts';
import type { Clock } from '../clock.ts';
import { FunctionError } from './function-error.ts';
import type { FunctionLogs } from './function-log.ts';
import type { FromWorker, StreamHead, ToWorker } from './protocol.ts';

/** Receives a streamed response. */
export interface StreamReceiver {
  head(head: StreamHead): unknown;
  chunk(bytes: Uint8Array): unknown;
}

interface PendingInvocation {
  readonly receiver: StreamReceiver | undefined;
  readonly timer: NodeJS.Timeout;
  /** When it times out, in milliseconds since the epoch. */
  readonly deadline: number;
  resolve(payload: string): void;
  reject(error: FunctionError): void;
}

interface PendingInvocationsProps {
  readonly definition: FunctionDefinition;
  readonly logs: FunctionLogs;
  readonly clock: Clock;
  /** Called with the thread of an invocation that has timed out. */
  readonly onTimedOut: (worker: Worker) => void;
}

/** The invocations that a function's thread works on: each ends with its message, at its timeout, or by `fail`. */
export class PendingInvocations {
  readonly #definition: FunctionDefinition;
  readonly #logs: FunctionLogs;
  readonly #clock: Clock;
  readonly #onTimedOut: (worker: Worker) => void;
  readonly #byId = new Map<number, PendingInvocation>();
  #nextId = 0;

  constructor({ definition, logs, clock, onTimedOut }: PendingInvocationsProps) {
    this.#definition = definition;
    this.#logs = logs;
    this.#clock = clock;
    this.#onTimedOut = onTimedOut;
  }

  /** Passes an event to the thread and returns the JSON text of the result. */
  begin(worker: Worker, event: unknown, receiver: StreamReceiver | undefined): Promise<string> {
    const definition = this.#definition;
    const id = this.#nextId++;
    const timeoutMs = definition.timeoutSeconds * 1000;
    const deadline = this.#clock.now() + timeoutMs;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#timeOut(id, worker), timeoutMs);
      this.#byId.set(id, { receiver, timer, deadline, resolve, reject });
      const message: ToWorker = {
        type: 'invoke',
        id,
        event: JSON.stringify(event),
        context: {
          awsRequestId: randomUUID(),
          functionName: definition.name,
          invokedFunctionArn: definition.arn,
          memoryLimitInMB: String(definition.memoryMb),
          deadline,
        },
      };
      worker.postMessage(message);
    });
  }

  /** Processes what the thread sends about an invocation. */
  receive(message: FromWorker): void {
    if (!('id' in message)) return;
    const invocation = this.#byId.get(message.id);
    if (invocation === undefined) return;
    if (message.type === 'head') invocation.receiver?.head(message.head);
    else if (message.type === 'chunk') invocation.receiver?.chunk(message.bytes);
    else {
      this.#forget(message.id);
      if (message.type === 'error') {
        this.#logs.line(
          this.#definition.name,
          `uncaught: ${message.error.trace.join(' | ') || message.error.errorMessage}`,
          'error',
        );
        invocation.reject(new FunctionError(message.error));
      } else invocation.resolve(message.type === 'result' ? message.payload : 'null');
    }
  }

  /** Ends the invocations that have timed out because the clock was advanced. */
  timeOutDue(worker: Worker): void {
    for (const [id, { deadline }] of this.#byId) if (deadline <= this.#clock.now()) this.#timeOut(id, worker);
  }

  /** Ends all invocations, because the thread has ended. */
  fail(failure: FunctionError): void {
    for (const [id, invocation] of this.#byId) {
      this.#forget(id);
      invocation.reject(failure);
    }
  }

  #timeOut(id: number, worker: Worker): void {
    const invocation = this.#byId.get(id);
    this.#forget(id);
    const errorMessage = `Task timed out after ${this.#definition.timeoutSeconds.toFixed(2)} seconds`;
    this.#logs.line(this.#definition.name, errorMessage, 'error');
    invocation?.reject(new FunctionError({ errorType: 'Sandbox.Timedout', errorMessage }, true));
    this.#onTimedOut(worker);
  }

  #forget(id: number): void {
    clearTimeout(this.#byId.get(id)?.timer);
    this.#byId.delete(id);
  }
}
