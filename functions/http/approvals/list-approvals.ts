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
  const isFiltered = actor.kind === 'agent' || status !== undefined || identityId !== undefined;
  const list = { organizationId, before, chunk: isFiltered ? CHUNK : limit };
  const read = new BoundedRead(status === 'pending' ? pending(table, list) : all(table, list));
  const isWanted = (one: Approval) => mayUse(actor, one) && (identityId ?? one.identityId) === one.identityId;
  const judged = presented(table, read, { isWanted, now, chunk: list.chunk });
  const found = await collect(judged, limit, (one) => status === undefined || one.status === status);
  const shown = await previews(table, found);
  const approvals = found.flatMap((one, index) => {
    const preview = shown[index];
    return preview === undefined ? [] : [approvalRecord(one, preview)];
  });
  return replyPage({ approvals }, read);
});

interface List {
  readonly organizationId: string;
  readonly before: number | undefined;
  readonly chunk: number;
}

function all(table: Table, { organizationId, before, chunk }: List): AsyncGenerator<Approval> {
  return approvalsBefore(table, organizationId, before, chunk);
}

/** The pending ones, from their own list, which has only their ids. */
async function* pending(table: Table, { organizationId, before, chunk }: List): AsyncGenerator<Approval> {
  for await (const rows of chunks(pendingBefore(table, organizationId, before, chunk), chunk)) {
    yield* await findApprovals(
      table,
      organizationId,
      rows.map(({ sk }) => sk),
    );
  }
}

/** The wanted approvals with their present status. */
async function* presented(
  table: Table,
  approvals: AsyncIterable<Approval>,
  { isWanted, now, chunk }: { isWanted: (one: Approval) => boolean; now: number; chunk: number },
): AsyncGenerator<Approval> {
  for await (const some of chunks(approvals, chunk)) yield* await present(table, some.filter(isWanted), now);
}

async function* chunks<T>(rows: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let chunk: T[] = [];
  for await (const row of rows) {
    chunk.push(row);
    if (chunk.length < size) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}
