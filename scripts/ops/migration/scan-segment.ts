import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { SegmentPosition } from '#shared/data/entities/stage/migration.ts';
import { PREFIX, type RowKind } from '#shared/data/table.ts';
import type { Key, Row, Table } from '#shared/data/table-client.ts';
import type { CapacityLimiter } from './capacity-limiter.ts';

/** The rows that one request reads. Small, so that the rate stays even and a kill repeats little. */
const PAGE_SIZE = 200;

/** A part of the table: one of `of` parts. */
export interface Segment {
  readonly index: number;
  readonly of: number;
}

/** Some rows of a part, and where the next ones begin. */
interface Page {
  readonly rows: Row[];
  readonly position: SegmentPosition;
}

/**
 * Reads a part of the table from a position on, page by page. Reads need not be strong: a row that is too old fails the
 * condition of its change, and a row that is new has the new form.
 *
 * See: DynamoDB developer guide, Parallel scan.
 */
export async function* scanSegment(
  table: Table,
  { index, of }: Segment,
  from: Exclude<SegmentPosition, 'end'>,
  { kinds, limiter }: { readonly kinds: readonly RowKind[]; readonly limiter: CapacityLimiter },
): AsyncGenerator<Page> {
  const prefixes = kinds.map((kind, at) => [`:p${at}`, PREFIX[kind]] as const);
  let start: Key | undefined = from === 'start' ? undefined : from;
  do {
    await limiter.wait();
    const { Items, LastEvaluatedKey, ConsumedCapacity } = await table.client.send(
      new ScanCommand({
        TableName: table.name,
        Segment: index,
        TotalSegments: of,
        Limit: PAGE_SIZE,
        FilterExpression: prefixes.map(([name]) => `begins_with(pk, ${name})`).join(' OR '),
        ExpressionAttributeValues: Object.fromEntries(prefixes),
        ReturnConsumedCapacity: 'TOTAL',
        ExclusiveStartKey: start,
      }),
    );
    limiter.add(ConsumedCapacity);
    start = LastEvaluatedKey as Key | undefined;
    yield { rows: (Items ?? []) as Row[], position: start ?? 'end' };
  } while (start !== undefined);
}
