import type { Access } from './access.ts';
import type { FunctionName } from './functions.ts';
import { HTTP_ACCESS } from './http-access.ts';
import { WORKER_ACCESS } from './worker-access.ts';

/** The access of each function. */
export const ACCESS: Readonly<Record<FunctionName, Access>> = { ...HTTP_ACCESS, ...WORKER_ACCESS };
