import * as routes from '#shared/contract/routes/approvals.ts';
import { BoundedRead } from '#shared/data/bounded-read.ts';
import {
  type Approval,
  approvalsBefore,
  findApprovals,
  pendingBefore,
} from '#shared/data/entities/approval/approval.ts';
import { collect, type Table } from '#shared/data/table-client.ts';
import { mayUse } from '#shared/runtime/pipeline/actor.ts';
import { operation } from '#shared/runtime/pipeline/operation.ts';
import { replyPage } from '#shared/runtime/pipeline/reply-page.ts';
import { approvalRecord } from './approval-record.ts';
import { present } from './present.ts';
import { previews } from './preview.ts';

/** Approvals that are read and judged at a time. */
const CHUNK = 100;

export const listApprovals = operation(routes.listApprovals, async ({ actor, table, now }, { query }) => {
  const { before, limit, status, identity_id: identityId } = query;
  const organizationId = actor.organization.id;
  const isWanted = (one: { readonly identityId: string }) =>
    mayUse(actor, one) && (identityId === undefined || one.identityId === identityId);
  const isFiltered = actor.kind === 'agent' || status !== undefined || identityId !== undefined;
  const chunk = isFiltered ? CHUNK : limit;
  const rows =
    status === 'pending'
      ? pendingBefore(table, organizationId, before, chunk)
      : approvalsBefore(table, organizationId, before, chunk);
  const read = new BoundedRead<Pick<Approval, 'createdAt' | 'identityId'> & { sk: string }>(rows);
  const judged = presented(table, read, { organizationId, isWanted, now, chunk });
  const found = await collect(judged, limit, (one) => status === undefined || one.status === status);
  const shown = await previews(table, found);
  const approvals = found.flatMap((one, index) => {
    const preview = shown[index];
    return preview === undefined ? [] : [approvalRecord(one, preview)];
  });
  return replyPage({ approvals }, read);
});

interface Judged {
  readonly organizationId: string;
  readonly isWanted: (row: { readonly identityId: string }) => boolean;
  readonly now: number;
  readonly chunk: number;
}

/** The wanted approvals of a list with their present status. The list of the pending ones has only their ids. */
async function* presented(
  table: Table,
  rows: AsyncIterable<{ sk: string; identityId: string }>,
  { organizationId, isWanted, now, chunk }: Judged,
): AsyncGenerator<Approval> {
  const judge = async (wanted: readonly { sk: string }[]) => {
    const ids = wanted.filter((row) => !isWhole(row)).map(({ sk }) => sk);
    const found = ids.length === 0 ? wanted.filter(isWhole) : await findApprovals(table, organizationId, ids);
    return present(table, found, now);
  };
  let wanted: { sk: string }[] = [];
  for await (const row of rows) {
    if (!isWanted(row)) continue;
    wanted.push(row);
    if (wanted.length < chunk) continue;
    yield* await judge(wanted);
    wanted = [];
  }
  yield* await judge(wanted);
}

function isWhole(row: object): row is Approval {
  return 'contentHash' in row;
}
