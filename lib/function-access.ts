import { SERVED_ROUTES } from '#shared/contract/table.ts';
import type { Access } from './access.ts';
import type { FunctionName } from './functions.ts';
import { HTTP_ACCESS } from './http-access.ts';
import { WORKER_ACCESS } from './worker-access.ts';

/** The functions with an audited operation. Entries of the audit are written by its commit, and changed by nothing. */
const AUDITING = new Set<string>(
  SERVED_ROUTES.flatMap(({ group, audited }) => (audited === undefined ? [] : [`http-${group}`])),
);

const DECLARED: Readonly<Record<FunctionName, Access>> = { ...HTTP_ACCESS, ...WORKER_ACCESS };

/** The access of each function. */
export const ACCESS = Object.fromEntries(
  Object.entries(DECLARED).map(([name, access]) => [name, AUDITING.has(name) ? withAudit(access) : access]),
) as Readonly<Record<FunctionName, Access>>;

function withAudit(access: Access): Access {
  return { ...access, insert: [...(access.insert ?? []), 'audit'] };
}
