import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import {
  type BudgetPart,
  blockOf,
  freeBytes,
  MAX_AMPLIFICATION,
  MEGABYTE,
} from '#shared/domain/delivery/delivery-limits.ts';
import type { Limits } from '#shared/domain/limits/limits.ts';
import { HOUR, MINUTE, windowEnd } from '#shared/domain/time/time.ts';
import { anyRow } from '../decode-row.ts';
import { rateKey, rateTimeToLive } from '../entities/stage/rate-limit.ts';
import { getRow, type Key, queryRows, type Row, type Table } from '../table-client.ts';
import { conditionalWrite } from './conditional-write.ts';
import { certainlyExceeds, rememberCount } from './known-counts.ts';

/** An organization, and whether its owner is verified: the limits depend on it. */
export interface BudgetOwner {
  readonly organizationId: string;
  readonly isVerified: boolean;
}

/** What became of an attempt's request for a part of the budget: `lacks` is what is used up. */
export type BudgetResult = { allowed: true } | { allowed: false; lacks: BudgetPart };

/** What is left of a budget. */
export interface DeliveryRoom {
  attempts: number;
  bytes: number;
}

/** What a process has taken of an hour and not used yet. */
const taken = new WeakMap<Table['client'], Map<string, DeliveryRoom>>();

/** The maximum number of organizations with such a part. What is forgotten counts as used. */
const MAX_TAKEN = 10_000;

/** How long a process remembers that an organization had too few bytes left: its next request may add some. */
const REMEMBER_LACK_MS = 10_000;

/** The bytes that organizations had left when this process last asked for too many, and until when that is known. */
const knownRoom = new WeakMap<Table['client'], Map<string, { bytes: number; until: number }>>();

const subjectOf = (organizationId: string) => `deliveries#${organizationId}`;

/**
 * Counts one attempt of this size against the hour of its organization. The limits are exact for unverified
 * organizations: one conditional write checks and counts both. A process takes a thousandth of a higher limit at once,
 * so that a verified organization pays one write in a hundred attempts.
 *
 * An attempt that is larger than the whole budget is allowed if the hour has had none, so that it does not wait
 * forever.
 *
 * See: docs/contract/limits.md#deliveries; docs/decisions/0042-strangers.md.
 */
export async function consumeDeliveryBudget(
  table: Table,
  owner: BudgetOwner,
  bytes: number,
  limits: Limits,
  now: number,
): Promise<BudgetResult> {
  const { attempts, bytes: maxBytes } = budgetOf(owner, limits);
  const parts = partsOf(table);
  const key = budgetKey(owner, now);
  const name = nameOf(table, key);
  const part = parts.get(name) ?? { attempts: 0, bytes: 0 };
  if (part.attempts >= 1 && part.bytes >= bytes) {
    parts.set(name, { attempts: part.attempts - 1, bytes: part.bytes - bytes });
    return { allowed: true };
  }
  const known = knownToLack(table, owner, bytes, limits, now);
  if (known !== undefined) return { allowed: false, lacks: known };
  const free = owner.isVerified ? maxBytes : Math.min(maxBytes, freeBytes(limits.unverifiedDeliveryMegabytesPerHour));
  // Of the free part, and not of all bytes: otherwise a few processes would take all that needs no requests.
  const block = { attempts: blockOf(attempts), bytes: blockOf(attempts) === 1 ? bytes : bytes + blockOf(free) };
  const take = (byteLimit: number) => takePart(table, owner, block, { attempts, bytes: byteLimit }, now);
  let result = await take(free);
  let room = free;
  if (!result.written && lacks(result.found, attempts) === 'bytes' && free < maxBytes) {
    const earned = await earnedBytes(table, owner.organizationId, now);
    room = Math.max(free, Math.min(maxBytes, earned));
    if (earned > free) result = await take(room);
  }
  if (!result.written) {
    const used = lacks(result.found, attempts);
    if (used === 'attempts') rememberCount(table, key, attempts);
    else rememberRoom(table, key, Math.max(0, room - Number(result.found?.sentBytes ?? 0)), now);
    return { allowed: false, lacks: used };
  }
  if (block.attempts > 1) {
    if (parts.size >= MAX_TAKEN) parts.clear();
    parts.set(name, {
      attempts: part.attempts + block.attempts - 1,
      bytes: part.bytes + block.bytes - bytes,
    });
  }
  return { allowed: true };
}

/**
 * What of the budget an attempt of this size certainly lacks, as far as this process knows without a call; `undefined`
 * if it may be allowed.
 */
export function knownToLack(
  table: Table,
  owner: BudgetOwner,
  bytes: number,
  limits: Limits,
  now: number,
): BudgetPart | undefined {
  const key = budgetKey(owner, now);
  if (certainlyExceeds(table, key, 1, budgetOf(owner, limits).attempts)) return 'attempts';
  const known = knownRoom.get(table.client)?.get(nameOf(table, key));
  return known !== undefined && known.until > now && known.bytes < bytes ? 'bytes' : undefined;
}

function rememberRoom(table: Table, key: Key, bytes: number, now: number): void {
  const rooms = knownRoom.get(table.client) ?? new Map<string, { bytes: number; until: number }>();
  knownRoom.set(table.client, rooms);
  if (rooms.size >= MAX_TAKEN) rooms.clear();
  rooms.set(nameOf(table, key), { bytes, until: now + REMEMBER_LACK_MS });
}

function budgetKey({ organizationId }: BudgetOwner, now: number): Key {
  return rateKey(subjectOf(organizationId), now, HOUR);
}

function nameOf({ name }: Table, { pk, sk }: Key): string {
  return `${name}\n${pk}\n${sk}`;
}

/** What an organization may still send in this hour. It may change at any moment. */
export async function deliveryRoom(
  table: Table,
  owner: BudgetOwner,
  limits: Limits,
  now: number,
): Promise<DeliveryRoom & { isUnused: boolean }> {
  const { attempts, bytes: maxBytes } = budgetOf(owner, limits);
  const used = await countsOf(table, owner.organizationId, now);
  const free = freeBytes(limits.unverifiedDeliveryMegabytesPerHour);
  const earned = owner.isVerified ? maxBytes : Math.max(free, await earnedBytes(table, owner.organizationId, now));
  return {
    attempts: Math.max(0, attempts - used.attempts),
    bytes: Math.max(0, Math.min(maxBytes, earned) - used.bytes),
    isUnused: used.attempts === 0,
  };
}

/** When the budget is full again, in epoch milliseconds. */
export function budgetResetsAt(now: number): number {
  return windowEnd(now, HOUR);
}

function budgetOf({ isVerified }: BudgetOwner, limits: Limits): DeliveryRoom {
  return isVerified
    ? { attempts: limits.verifiedDeliveriesPerHour, bytes: limits.verifiedDeliveryMegabytesPerHour * MEGABYTE }
    : { attempts: limits.unverifiedDeliveriesPerHour, bytes: limits.unverifiedDeliveryMegabytesPerHour * MEGABYTE };
}

function partsOf({ client }: Table): Map<string, DeliveryRoom> {
  const parts = taken.get(client) ?? new Map<string, DeliveryRoom>();
  taken.set(client, parts);
  return parts;
}

function lacks(found: Row | undefined, attempts: number): BudgetPart {
  return attempts === 0 || Number(found?.drawn ?? 0) >= attempts ? 'attempts' : 'bytes';
}

function takePart(table: Table, owner: BudgetOwner, block: DeliveryRoom, limit: DeliveryRoom, now: number) {
  return conditionalWrite<Row>(
    table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: budgetKey(owner, now),
        UpdateExpression: 'ADD drawn :attempts, sentBytes :bytes SET expires_at = :gone',
        // The first attempt of an hour may be larger than the budget; a limit of 0 refuses even that one.
        ConditionExpression:
          '(attribute_not_exists(drawn) AND :limit > :none) OR (drawn < :limit AND sentBytes <= :byteRoom)',
        ExpressionAttributeValues: {
          ':attempts': block.attempts,
          ':bytes': block.bytes,
          ':limit': limit.attempts,
          ':byteRoom': limit.bytes - block.bytes,
          ':none': 0,
          // A window longer than other counters: the next hour reads what this one has sent.
          ':gone': rateTimeToLive(now + HOUR, HOUR),
        },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    ),
  );
}

async function countsOf(table: Table, organizationId: string, at: number): Promise<DeliveryRoom> {
  const row = await getRow(table, anyRow, rateKey(subjectOf(organizationId), at, HOUR), { strong: true });
  return { attempts: Number(row?.drawn ?? 0), bytes: Number(row?.sentBytes ?? 0) };
}

/**
 * The bytes that an organization may send in this hour for what its requests have brought in this hour and the one
 * before, less what it has sent in the hour before. So what was received just before the hour changed counts after it,
 * and over any time no more than `MAX_AMPLIFICATION` bytes are sent for a byte, but for the free part of each hour.
 */
async function earnedBytes(table: Table, organizationId: string, now: number): Promise<number> {
  const from = (Math.floor(now / HOUR) - 1) * HOUR;
  const counters = queryRows(table, anyRow, {
    pk: rateKey(organizationId, now, MINUTE).pk,
    from: rateKey(organizationId, from, MINUTE).sk,
    to: rateKey(organizationId, now, MINUTE).sk,
  });
  let received = 0;
  for await (const { receivedBytes } of counters) received += Number(receivedBytes ?? 0);
  const before = await countsOf(table, organizationId, from);
  return Math.max(0, MAX_AMPLIFICATION * received - before.bytes);
}
