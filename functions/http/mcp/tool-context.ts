import type { z } from 'zod';
import type { TOOLS, ToolKey } from '#shared/contract/mcp/tools.ts';
import type { Caller } from './caller.ts';
import type { Progress } from './progress.ts';
import type { ToolResult } from './results/result-record.ts';
import type { ServiceApi } from './service-api.ts';

/** What a tool works with. */
export interface ToolContext {
  readonly api: ServiceApi;
  readonly caller: Caller;
  readonly progress: Progress;
  readonly signal: AbortSignal;
  /** Epoch milliseconds at which the call arrived. */
  readonly now: number;
}

/** The work of a tool, with the arguments that its schema has parsed. */
export type ToolRunner<K extends ToolKey> = (
  context: ToolContext,
  args: z.output<(typeof TOOLS)[K]['input']>,
) => Promise<ToolResult>;

/** The work of several tools. */
export type ToolRunners<K extends ToolKey> = { readonly [Key in K]: ToolRunner<Key> };
