import type { MeteredCall } from './meter.ts';

/** A value in the notation of the DynamoDB API, limited to the types of keys. */
type Attribute = { S?: string };
type Attributes = Record<string, Attribute>;
type Keyed = { Key?: Attributes; Item?: Attributes };

/** The parts of a request that say which rows it addresses. */
export interface MeteredRequest extends Keyed {
  IndexName?: string;
  ExpressionAttributeValues?: Attributes;
  RequestItems?: Record<string, { Keys?: Attributes[] }>;
  TransactItems?: Record<string, Keyed>[];
}

interface EngineResponse {
  __type?: string;
  ConsumedCapacity?: Capacity | Capacity[];
}

type Capacity = { CapacityUnits: number };

const READS = new Set(['GetItem', 'BatchGetItem', 'Query', 'TransactGetItems']);
const WRITES = new Set(['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem', 'TransactWriteItems']);

/** The partition of the signal that the sweep writes every minute. */
const HEARTBEAT = 'OUTBOX#heartbeat';

/** Operations that consume capacity. Scan is missing, because no policy allows it. */
export function isMetered(operation: string): boolean {
  return READS.has(operation) || WRITES.has(operation);
}

/** Describes a call. The error of a refused write reports no units, although DynamoDB charges for it. */
export function meteredCall(operation: string, request: MeteredRequest, response: EngineResponse): MeteredCall {
  const units =
    response.__type === undefined
      ? [response.ConsumedCapacity ?? []].flat().reduce((sum, { CapacityUnits }) => sum + CapacityUnits, 0)
      : refusedUnits(request);
  const refused = response.__type === undefined ? '' : ' (refused)';
  const isRead = READS.has(operation);
  return {
    operation: operation + refused,
    rows: rowsOf(request),
    readUnits: isRead ? units : 0,
    writeUnits: isRead ? 0 : units,
  };
}

/** One unit for a refused write, two for each item of a cancelled transaction: no row of ours exceeds 1 KB there. */
function refusedUnits({ TransactItems }: MeteredRequest): number {
  return TransactItems === undefined ? 1 : 2 * TransactItems.length;
}

function rowsOf(request: MeteredRequest): string {
  if (request.IndexName !== undefined) return `${request.IndexName} index`;
  const keyed: Keyed[] = [
    request,
    ...(request.TransactItems ?? []).flatMap((item) => Object.values(item)),
    ...Object.values(request.RequestItems ?? {}).flatMap(({ Keys = [] }) => Keys.map((Key) => ({ Key }))),
    { Key: { pk: request.ExpressionAttributeValues?.[':pk'] ?? {} } },
  ];
  const partitions = keyed.flatMap(({ Key, Item }) => (Key ?? Item)?.pk?.S ?? []);
  if (partitions.some((pk) => pk.startsWith(HEARTBEAT))) return HEARTBEAT;
  const prefixes = partitions.map((pk) => pk.split('#')[0]);
  return [...new Set(prefixes)].join('+');
}
