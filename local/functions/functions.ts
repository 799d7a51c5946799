import { functionNameOf } from '../assembly/aws-identifiers.ts';
import type { ServiceRecorder } from '../metrics/service-recorder.ts';
import { FunctionRuntime, type FunctionRuntimeProps } from './function-runtime.ts';
import type { StreamReceiver } from './pending-invocations.ts';
import { WarmFunctions } from './warm-functions.ts';

/** Every function of the stack, by name or ARN, with or without the name of an alias. */
export class Functions {
  readonly #byName = new Map<string, FunctionRuntime>();
  readonly #settled = new Set<() => void>();
  readonly #warm: WarmFunctions;
  /** Counts invocations, where metrics are kept. */
  readonly recorder: ServiceRecorder | undefined;

  constructor(parts: readonly FunctionRuntimeProps[], maxWarm: number, recorder?: ServiceRecorder) {
    this.recorder = recorder;
    for (const part of parts) this.#byName.set(part.definition.name, new FunctionRuntime(part));
    this.#warm = new WarmFunctions([...this.#byName.values()], maxWarm);
  }

  get(nameOrArn: string): FunctionRuntime {
    const found = this.#byName.get(functionNameOf(nameOrArn));
    if (found === undefined) throw new Error(`the templates have no function ${nameOrArn}`);
    return found;
  }

  /** Calls `listener` after every invocation, which may have written to the table's stream. */
  onSettled(listener: () => void): void {
    this.#settled.add(listener);
  }

  async invoke(nameOrArn: string, event: unknown, receiver?: StreamReceiver): Promise<string> {
    const ended = this.recorder?.invoked(functionNameOf(nameOrArn));
    try {
      const result = await this.get(nameOrArn).invoke(event, receiver);
      ended?.(false);
      return result;
    } catch (error) {
      ended?.(true);
      throw error;
    } finally {
      for (const listener of this.#settled) listener();
      this.#warm.trim();
    }
  }

  async stop(): Promise<void> {
    this.#warm.stop();
    await Promise.all([...this.#byName.values()].map((runtime) => runtime.stop()));
  }
}
