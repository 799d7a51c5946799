import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import type { HealthEvent } from '#shared/contract/health.ts';
import { parseJson } from '#shared/domain/text/parse-json.ts';
import { SECOND } from '#shared/domain/time/time.ts';
import { clientOptions } from '#shared/runtime/client-options.ts';

/** The invocation of a function ended with an error: it could not be loaded, crashed, or ran out of time or memory. */
export class BrokenFunctionError extends Error {
  constructor(functionName: string, payload: string) {
    const { errorType = 'an unknown error', errorMessage = '' } = Object(parseJson(payload)) as {
      errorType?: string;
      errorMessage?: string;
    };
    super(`${functionName}: ${errorType} ${errorMessage}`.trim().slice(0, 300));
    this.name = 'BrokenFunctionError';
  }
}

let client: LambdaClient | undefined;

/**
 * Invokes a function with a health event. A function that is throttled is busy with the requests of users, which the
 * alarm on throttles is about, and no failure of its own: users may cause it.
 */
export async function invokeFunction(
  functionName: string,
  event: Omit<HealthEvent, 'kind' | 'Records'>,
  signal: AbortSignal,
): Promise<void> {
  client ??= new LambdaClient(clientOptions({ maxAttempts: 2, requestMs: 10 * SECOND }));
  const health: HealthEvent = { kind: 'health', Records: [], ...event };
  await invoke(client, functionName, health, signal);
}

async function invoke(by: LambdaClient, functionName: string, event: object, abortSignal?: AbortSignal) {
  const command = new InvokeCommand({ FunctionName: functionName, Payload: JSON.stringify(event) });
  try {
    const { FunctionError, Payload } = await by.send(command, abortSignal === undefined ? {} : { abortSignal });
    if (FunctionError !== undefined) throw new BrokenFunctionError(functionName, Buffer.from(Payload ?? '').toString());
  } catch (error) {
    if ((error as Error).name !== 'TooManyRequestsException') throw error;
  }
}

let workClient: LambdaClient | undefined;

/** How long the work of one invocation may take. The sweep itself has 55 s. */
const WORK_MS = 40 * SECOND;

/**
 * Invokes a function for work, and waits for its end. One that is throttled is busy with the requests of users, and
 * gets the same work again in a later run.
 */
export async function invokeForWork(functionName: string, event: object): Promise<void> {
  workClient ??= new LambdaClient(clientOptions({ maxAttempts: 1, requestMs: WORK_MS }));
  await invoke(workClient, functionName, event);
}
