import { enableCompileCache, flushCompileCache } from 'node:module';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { guardTable } from '../access/table-guard.ts';
import { confineToLoopback } from './loopback-only.ts';
import type { FromWorker, InvocationContext, ToWorker, WireError, WorkerStart } from './protocol.ts';
import { awslambda, isStreaming, ResponseStream } from './response-stream.ts';
import { setClockAhead } from './shifted-date.ts';
import { meterTables } from './table-meter.ts';

/**
 * The Lambda runtime of one function, in its own thread: loads the bundle once, then runs invocations. Events and
 * results are passed as JSON text, as in Lambda, so that nothing can be passed here that Lambda would not pass.
 */

type Handler = (event: unknown, context: unknown) => unknown;

/** By then the first invocations have compiled the functions that they call, so the stored code contains these too. */
const STORE_COMPILED_AFTER_MS = 2000;

/** 6 MB, and what Lambda itself adds around a result. */
const MAX_RESULT_BYTES = 6_291_556;

const port = parentPort;
if (port === null) throw new Error('this module runs in a worker thread');

const send = (message: FromWorker) => port.postMessage(message);

const started = performance.now();
Object.assign(globalThis, { awslambda });
const start = workerData as WorkerStart;
if (start.loopbackOnly) confineToLoopback();
meterTables(start.tableHost, (use) => send({ type: 'used', use }));
if (start.tableRights !== undefined) guardTable(start.tableRights);
if (start.aheadMs !== 0) setClockAhead(start.aheadMs);
// A thread does not use the compile cache of the main thread unless it enables it.
if (start.compileCache !== undefined) enableCompileCache(start.compileCache);
const handler = await load(start);
if (start.compileCache !== undefined) setTimeout(flushCompileCache, STORE_COMPILED_AFTER_MS).unref();
if (handler !== undefined) {
  port.on('message', (message: ToWorker) => {
    if (message.type === 'ping') send({ type: 'pong' });
    // The thread ends when nothing is left to do.
    else if (message.type === 'end') port.close();
    else if (message.type === 'clock') setClockAhead(message.aheadMs);
    else void invoke(handler, message.id, message.event, message.context);
  });
  send({ type: 'ready', milliseconds: performance.now() - started });
}

async function load({ modulePath, exportName }: WorkerStart): Promise<Handler | undefined> {
  try {
    const module = (await import(pathToFileURL(modulePath).href)) as Record<string, unknown>;
    const found = module[exportName];
    if (typeof found !== 'function') throw new TypeError(`${modulePath} exports no function ${exportName}`);
    return found as Handler;
  } catch (error) {
    send({ type: 'broken', error: wireError(error) });
    return undefined;
  }
}

async function invoke(run: Handler, id: number, event: string, given: InvocationContext): Promise<void> {
  const context = contextOf(given);
  try {
    if (isStreaming(run)) {
      const stream = new ResponseStream(id, send);
      await run(JSON.parse(event), stream, context);
      await stream.finished();
      return;
    }
    const result = await run(JSON.parse(event), context);
    const payload = JSON.stringify(result) ?? 'null';
    requireRoom(payload);
    send({ type: 'result', id, payload });
  } catch (error) {
    send({ type: 'error', id, error: wireError(error) });
  }
}

/** Refuses a result that is too large for Lambda; a streamed one has no such limit. Source: AWS, Lambda quotas. */
function requireRoom(payload: string): void {
  if (Buffer.byteLength(payload) <= MAX_RESULT_BYTES) return;
  const error = new Error(`Response payload size exceeded maximum allowed payload size (${MAX_RESULT_BYTES} bytes).`);
  throw Object.assign(error, { name: 'Function.ResponseSizeTooLarge' });
}

function contextOf({ deadline, ...rest }: InvocationContext) {
  return {
    ...rest,
    functionVersion: '$LATEST',
    logGroupName: `/aws/lambda/${rest.functionName}`,
    logStreamName: 'local',
    callbackWaitsForEmptyEventLoop: false,
    getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
  };
}

function wireError(error: unknown): WireError {
  if (!(error instanceof Error)) return { errorType: typeof error, errorMessage: String(error), trace: [] };
  return { errorType: error.name, errorMessage: error.message, trace: (error.stack ?? '').split('\n') };
}
