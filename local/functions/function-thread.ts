import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { FunctionDefinition } from '../assembly/function-definition.ts';
import type { WorkerStart } from './protocol.ts';

/** Megabytes of a thread's young heap. With the default, twelve functions would use the memory of the whole stack. */
const YOUNG_GENERATION_MB = 2;

/** The folder in which this process stores compiled code, without the part of the name that Node adds. */
function compileCache(): string | undefined {
  const own = getCompileCacheDir();
  return own === undefined ? undefined : dirname(own);
}

export interface FunctionThread {
  readonly definition: FunctionDefinition;
  readonly environment: Record<string, string>;
  /** The thread's entry, as plain JavaScript. */
  readonly workerModule: string;
  readonly start: Omit<WorkerStart, 'compileCache'>;
}

/** Starts the thread of a function, with the function's own environment and memory. */
export function startThread({ definition, environment, workerModule, start }: FunctionThread): Worker {
  return new Worker(workerModule, {
    workerData: { ...start, compileCache: compileCache() } satisfies WorkerStart,
    env: environment,
    execArgv: [],
    argv: [],
    stdout: true,
    stderr: true,
    // Without the stage, because the system shows only 15 characters of a thread's name.
    name: definition.name.split('-').slice(2).join('-'),
    resourceLimits: {
      maxYoungGenerationSizeMb: YOUNG_GENERATION_MB,
      maxOldGenerationSizeMb: Math.max(128, definition.memoryMb),
    },
  });
}
