import { taskPartition } from '#shared/data/entities/a2a/task.ts';
import type { Table } from '#shared/data/table-client.ts';
import { partitionRows } from './partition-rows.ts';

/** The rows of a task as they are stored. */
export function taskRows(table: Table, taskId: string): Promise<Record<string, unknown>[]> {
  return partitionRows(table, taskPartition(taskId));
}
