import type { Artifact } from '#shared/domain/a2a/content.ts';
import type { TaskState } from '#shared/domain/a2a/task-state.ts';
import { mapWithLimit } from '#shared/domain/concurrency/map-with-limit.ts';
import { MAX_CONTENT_READS } from '#shared/domain/stage/large-content.ts';
import { type Change, insert } from '../../change.ts';
import { contentDecoder, rowDecoder } from '../../decode-row.ts';
import { type RowContent, readContent } from '../../large-content.ts';
import { queryRows, type Row, type Table } from '../../table-client.ts';
import { type Task, taskContentOwner, taskPartition } from './task.ts';

/**
 * The changes of one step of a task. A follower of a task gets every step in order, no matter which side made it and
 * how late the follower polls. `seq` is the task's version after the step. Not every version has a step.
 *
 * See: A2A v1.0, section 3.5.2 (each stream gets the same events in the same order);
 * docs/decisions/0011-a2a-protocol.md.
 */
export interface StepRecord {
  seq: number;
  state: TaskState;
  at: number;
  /** The message of the step, from either agent. The message has its own row. */
  messageId: string | null;
  /** The artifacts that the step added or replaced, as they were then. */
  artifacts: Artifact[];
  /** The result that the step set, if it set one. */
  result?: unknown;
}

/** A step without its artifacts and result. */
export type StepHead = Pick<StepRecord, 'seq' | 'state' | 'at' | 'messageId'>;

type StepRow = StepHead & RowContent;

const decodeStepRow = rowDecoder<StepRow>({
  state: 'string',
  seq: 'number',
  at: 'number',
  messageId: 'string?',
  content: 'string?',
  object: 'object?',
});

const decodeStepContent = contentDecoder<Pick<StepRecord, 'artifacts' | 'result'>>({ artifacts: 'array' });

const stepKey = (seq: number) => `STEP#${String(seq).padStart(10, '0')}`;

export function insertTaskStep(
  task: Pick<Task, 'id' | 'worker'>,
  { artifacts, result, ...attributes }: StepRecord,
): Change {
  const hasContent = artifacts.length > 0 || result !== undefined;
  const row: StepRow = { ...attributes, ...(hasContent && { content: JSON.stringify({ artifacts, result }) }) };
  return {
    ...insert({ pk: taskPartition(task.id), sk: stepKey(attributes.seq), ...row }),
    contentOwner: taskContentOwner(task),
  };
}

/** The steps after one version, up to and including another, oldest first. */
export async function taskSteps(table: Table, taskId: string, after: number, until: number): Promise<StepRecord[]> {
  const rows = await taskStepHeads(table, taskId, after, until);
  return mapWithLimit(rows, MAX_CONTENT_READS, (row) => stepOfRow(table, row));
}

/** The same, without reading the content of steps from the bucket. */
export function taskStepHeads(table: Table, taskId: string, after: number, until: number): Promise<Row<StepHead>[]> {
  const from = stepKey(after + 1);
  return Array.fromAsync(
    queryRows(table, decodeStepRow, { pk: taskPartition(taskId), from, to: stepKey(until), strong: true }),
  );
}

async function stepOfRow(table: Table, row: Row<StepRow>): Promise<StepRecord> {
  const { seq, state, at, messageId, content, object } = row;
  const isEmpty = content === undefined && object === undefined;
  const changes = isEmpty ? { artifacts: [] } : decodeStepContent(row, await readContent(table, row));
  return { seq, state, at, messageId, ...changes };
}
