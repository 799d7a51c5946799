import type { ApprovalEnd, ApprovalKind, ApprovalStatus, HoldReason } from '#shared/domain/approval/approval.ts';
import type { HeldLease } from '#shared/domain/approval/held-lease.ts';
import type { HeldTask } from '#shared/domain/approval/held-task.ts';
import type { HeldTunnel } from '#shared/domain/approval/held-tunnel.ts';
import { isId } from '#shared/domain/ids/ids.ts';
import { DAY, epochSeconds } from '#shared/domain/time/time.ts';
import { type Change, insert, RETRY, removeAnyway, update } from '../../change.ts';
import { rowDecoder } from '../../decode-row.ts';
import { type DueRow, dueRows, dueTime } from '../../due-index.ts';
import { newestFirst } from '../../record-list.ts';
import { PREFIX, TABLE } from '../../table.ts';
import { getRow, getRows, type Key, type Row, type Table } from '../../table-client.ts';

/**
 * The decision of a person about an action that an agent wants to do. See: docs/contract/approvals.md#approval-record;
 * docs/decisions/0087-one-gate.md.
 */
export interface Approval {
  id: string;
  organizationId: string;
  kind: ApprovalKind;
  identityId: string;
  /** What is held: the id of a message, a lease, a tunnel or a task. */
  subjectId: string;
  /** The message that a held email answers or forwards. */
  relatedId?: string;
  /** The lease that was asked for, if it is of a lease. */
  lease?: HeldLease;
  /** The tunnel that was asked for, if it is of a tunnel. */
  tunnel?: HeldTunnel;
  /** The task that was asked for, if it is of a task. */
  task?: HeldTask;
  status: ApprovalStatus;
  /** The hash of what will happen, or has: after an edit, that of the final content. */
  contentHash: string;
  /** The hash of what the agent asked for. */
  requestedHash: string;
  reasons: HoldReason[];
  /** Why it was denied, or failed. */
  reason: string | null;
  /** The `tokenGeneration` of the agent at the request: a suspension ends the approvals of earlier ones. */
  tokenGeneration: number;
  /** Epoch milliseconds. */
  expiresAt: number;
  decidedAt: number | null;
  /** The id of the person or the org key. */
  decidedBy: string | null;
  /** The hash of the edits with which it was approved, so that the same decision again is recognised. */
  editsHash?: string;
  createdAt: number;
  version: number;
}

const decodeApproval = rowDecoder<Approval>({
  id: 'string',
  organizationId: 'string',
  kind: 'string',
  identityId: 'string',
  subjectId: 'string',
  status: 'string',
  contentHash: 'string',
  requestedHash: 'string',
  reasons: 'array',
  tokenGeneration: 'number',
  expiresAt: 'number',
  createdAt: 'number',
  version: 'number',
});

const partition = (organizationId: string) => `${PREFIX.approval}${organizationId}`;
const PENDING = '#PENDING';

function approvalKey({ organizationId, id }: Pick<Approval, 'organizationId' | 'id'>): Key {
  return { pk: partition(organizationId), sk: id };
}

/** The pending ones again, in a partition of their own, so that their list does not read all others. */
function pendingKey({ organizationId, id }: Pick<Approval, 'organizationId' | 'id'>): Key {
  return { pk: `${partition(organizationId)}${PENDING}`, sk: id };
}

const DUE = `${PREFIX.due}APPROVAL`;

const dueAttributes = (at: number) => ({
  [TABLE.dueIndex.partitionKey]: DUE,
  [TABLE.dueIndex.sortKey]: dueTime(at),
});

const DUE_ATTRIBUTES: readonly string[] = [TABLE.dueIndex.partitionKey, TABLE.dueIndex.sortKey];

/**
 * A new approval, and its row in the list of the pending ones. That one is due, until the approvers have got an email.
 * `baseUrl`: the address of the API, for the links of that email.
 */
export function insertApproval(approval: Approval, baseUrl: string): Change[] {
  const { identityId, createdAt } = approval;
  return [
    insert({ ...approvalKey(approval), ...approval, ...dueAttributes(approval.expiresAt) }),
    insert<PendingApproval>({ ...pendingKey(approval), identityId, createdAt, baseUrl, ...dueAttributes(createdAt) }),
  ];
}

/** What a decision writes. */
export type Decided = Pick<Approval, 'reason' | 'contentHash' | 'decidedBy' | 'editsHash'> & {
  status: ApprovalEnd;
  decidedAt: number;
};

/**
 * Ends a pending approval, unless anything about it has changed since it was read: then the operation has to decide
 * again. Of two decisions, one is written.
 */
export function endApproval(approval: Approval, decided: Decided): Change[] {
  return [
    update(
      approvalKey(approval),
      { set: { ...decided, version: approval.version + 1 }, remove: DUE_ATTRIBUTES },
      {
        condition: {
          expression: '#status = :pending AND #version = :seen',
          names: { '#status': 'status', '#version': 'version' },
          values: { ':pending': 'pending', ':seen': approval.version },
        },
        onConditionFailed: RETRY,
      },
    ),
    removeAnyway(pendingKey(approval)),
  ];
}

export async function findApproval(table: Table, organizationId: string, id: string): Promise<Approval | undefined> {
  if (!isId('approval', id)) return undefined;
  return getRow(table, decodeApproval, approvalKey({ organizationId, id }), { strong: true });
}

/** Those of the approvals that exist, in the order of the ids. */
export async function findApprovals(
  table: Table,
  organizationId: string,
  ids: readonly string[],
): Promise<Row<Approval>[]> {
  const keys = ids.map((id) => approvalKey({ organizationId, id }));
  const rows = await getRows(table, decodeApproval, keys, { strong: true });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Approvals of an organization before a time (exclusive), newest first. */
export function approvalsBefore(table: Table, organizationId: string, before: number | undefined, pageSize: number) {
  return newestFirst(table, decodeApproval, { pk: partition(organizationId), kind: 'approval' }, before, pageSize);
}

/** A row of the list of pending approvals. Its sort key is the id. */
export interface PendingApproval {
  identityId: string;
  createdAt: number;
  /** The address of the API that the request of the agent was sent to. */
  baseUrl?: string;
  /** The ids of the people who have got an email about it. */
  emailed?: ReadonlySet<string>;
  /** Set until the approvers have got their emails. */
  due_at?: string;
}

const decodePending = rowDecoder<PendingApproval>({ identityId: 'string', createdAt: 'number' });

/** The pending approvals of an organization before a time (exclusive), newest first, without their content. */
export function pendingBefore(table: Table, organizationId: string, before?: number, pageSize?: number) {
  const list = { pk: `${partition(organizationId)}${PENDING}`, kind: 'approval' } as const;
  return newestFirst(table, decodePending, list, before, pageSize);
}

/** The rows of those of the approvals that are pending, by their ids, strongly consistent. */
export async function findPending(
  table: Table,
  organizationId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Row<PendingApproval>>> {
  const keys = ids.map((id) => pendingKey({ organizationId, id }));
  const rows = await getRows(table, decodePending, keys, { strong: true });
  return new Map(rows.map((row) => [row.sk, row]));
}

/** Notes that a person gets an email about a pending approval. Of two commits that would send one, one succeeds. */
export function addEmailed(row: Key, userId: string): Change {
  return update(
    row,
    { add: { emailed: new Set([userId]) } },
    {
      condition: { expression: 'NOT contains(emailed, :person)', values: { ':person': userId } },
      onConditionFailed: RETRY,
    },
  );
}

/**
 * Changes when the approvers get their emails, or ends that with `at` undefined. Fails with `StaleReadError` if the
 * approval has ended meanwhile, or another run has changed the time.
 */
export function updateEmailTime(row: Key, seen: string, at: number | undefined): Change {
  const patch = at === undefined ? { remove: DUE_ATTRIBUTES } : { set: dueAttributes(at) };
  const condition = { expression: '#due_at = :seen', names: { '#due_at': 'due_at' }, values: { ':seen': seen } };
  return update(row, patch, { condition, onConditionFailed: RETRY });
}

const CANCELED = '#CANCELED';

/**
 * Lets the sweep cancel what is pending of an agent that is being suspended. Readers see it canceled at once.
 * `now` is in epoch milliseconds.
 */
export function requestCancellation(organizationId: string, identityId: string, now: number): Change {
  const key = { pk: `${partition(organizationId)}${CANCELED}`, sk: identityId };
  const set = { ...dueAttributes(now), expires_at: epochSeconds(now + CANCELLATION_KEPT_MS) };
  return update(key, { set }, { upsert: true });
}

/** Longer than the sweep may be late. */
const CANCELLATION_KEPT_MS = 30 * DAY;

/** Ends the work of the sweep on an agent, unless the agent was suspended again since the row was read. */
export function endCancellation(row: Row<DueRow>): Change {
  const seen = { expression: '#due_at = :seen', values: { ':seen': row.due_at } };
  return update(row, { remove: DUE_ATTRIBUTES }, { condition: seen, onConditionFailed: RETRY });
}

/** What is due: an approval that has expired, one that its approvers do not know of, or those of a suspended agent. */
export type DueApproval =
  | { readonly kind: 'requested'; readonly organizationId: string; readonly approvalId: string }
  | { readonly kind: 'expired'; readonly organizationId: string; readonly approvalId: string }
  | { readonly kind: 'suspended'; readonly organizationId: string; readonly identityId: string };

/** Rows of due approvals, oldest first. */
export function dueApprovals(table: Table, until: number, limit: number): AsyncGenerator<Row<DueRow>> {
  return dueRows(table, DUE, until, limit);
}

/** What a row of the due index asks for. */
export function parseDueApproval({ pk, sk }: Key): DueApproval {
  const organizationId = pk.slice(PREFIX.approval.length);
  if (organizationId.endsWith(PENDING)) {
    return { kind: 'requested', organizationId: organizationId.slice(0, -PENDING.length), approvalId: sk };
  }
  if (!organizationId.endsWith(CANCELED)) return { kind: 'expired', organizationId, approvalId: sk };
  return { kind: 'suspended', organizationId: organizationId.slice(0, -CANCELED.length), identityId: sk };
}
