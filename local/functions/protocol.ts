import type { TableRights } from '../access/table-guard.ts';
import type { TableUse } from './table-meter.ts';

/** The start parameters of a function's worker thread. */
export interface WorkerStart {
  readonly modulePath: string;
  readonly exportName: string;
  /** Whether it may connect to this machine only. */
  readonly loopbackOnly: boolean;
  /** `address:port` of the engine. */
  readonly tableHost: string;
  /** Undefined where policies are not enforced. */
  readonly tableRights: TableRights | undefined;
  /** Milliseconds by which its clock is ahead. */
  readonly aheadMs: number;
  /** The folder of compiled code, if the main thread has one. */
  readonly compileCache: string | undefined;
}

/** The data of the invocation context. Source: Lambda developer guide, Node.js context object. */
export interface InvocationContext {
  readonly awsRequestId: string;
  readonly functionName: string;
  readonly invokedFunctionArn: string;
  readonly memoryLimitInMB: string;
  /** Milliseconds since the epoch at which the invocation times out. */
  readonly deadline: number;
}

export type ToWorker =
  | { readonly type: 'invoke'; readonly id: number; readonly event: string; readonly context: InvocationContext }
  | { readonly type: 'clock'; readonly aheadMs: number }
  | { readonly type: 'ping' }
  | { readonly type: 'end' };

export type FromWorker =
  | { readonly type: 'ready'; readonly milliseconds: number }
  | { readonly type: 'broken'; readonly error: WireError }
  | { readonly type: 'pong' }
  | { readonly type: 'used'; readonly use: TableUse }
  | { readonly type: 'result'; readonly id: number; readonly payload: string }
  | { readonly type: 'error'; readonly id: number; readonly error: WireError }
  | { readonly type: 'head'; readonly id: number; readonly head: StreamHead }
  | { readonly type: 'chunk'; readonly id: number; readonly bytes: Uint8Array }
  | { readonly type: 'end'; readonly id: number };

export interface WireError {
  readonly errorType: string;
  readonly errorMessage: string;
  readonly trace: readonly string[];
}

/** Status and headers of a streamed response, sent before its body. */
export interface StreamHead {
  readonly statusCode?: number;
  readonly headers?: Readonly<Record<string, string | number | boolean>>;
  readonly multiValueHeaders?: Readonly<Record<string, readonly string[]>>;
  readonly cookies?: readonly string[];
}
