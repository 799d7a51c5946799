import { AppError } from '../errors/errors.ts';
import {
  agentLimitMessage,
  hourlyStorageMessage,
  recipientLimitMessage,
  storageLimitMessage,
  tokenLimitMessage,
} from '../limits/limit-messages.ts';
import type { Limits } from '../limits/limits.ts';
import { HOUR, nextMidnight, secondsUntil, windowEnd } from '../time/time.ts';

/**
 * What an organization may have and send, which depends on whether its owner is verified, and the errors for what
 * exceeds it.
 *
 * See: docs/contract/accounts.md#usage; docs/contract/limits.md#stored-content.
 */

export function agentLimit(ownerVerified: boolean, limits: Limits): number {
  return ownerVerified ? limits.verifiedAgents : limits.unverifiedAgents;
}

export function agentLimitReached(ownerVerified: boolean, limits: Limits): AppError {
  return new AppError('usage.agent_limit', agentLimitMessage(ownerVerified, limits));
}

/** How many recipients the emails of a UTC day may have. */
export function recipientLimit(ownerVerified: boolean, limits: Limits): number {
  return ownerVerified ? limits.verifiedEmailsPerDay : limits.unverifiedEmailsPerDay;
}

/** The error for a message with more recipients than the day's limit leaves. */
export function recipientLimitReached(ownerVerified: boolean, limits: Limits, now: number): AppError {
  const resetsAt = nextMidnight(now);
  const retryAfterSeconds = secondsUntil(resetsAt, now);
  const message = recipientLimitMessage(ownerVerified, limits, resetsAt);
  return new AppError('usage.email_limit', message, { retryAfterSeconds });
}

/** How many identity tokens the agents of an organization may get on a UTC day. */
export function tokenLimit(ownerVerified: boolean, limits: Limits): number {
  return ownerVerified ? limits.verifiedIdentityTokensPerDay : limits.unverifiedIdentityTokensPerDay;
}

export function tokenLimitReached(ownerVerified: boolean, limits: Limits, now: number): AppError {
  const resetsAt = nextMidnight(now);
  const message = tokenLimitMessage(ownerVerified, limits, resetsAt);
  return new AppError('rate_limit.exceeded', message, { retryAfterSeconds: secondsUntil(resetsAt, now) });
}

export type StorageLimits = Pick<
  Limits,
  'unverifiedStoredMegabytes' | 'verifiedStoredMegabytes' | 'unverifiedStoredMegabytesPerHour'
>;

/** A megabyte of stored content, in bytes. */
const MEGABYTE = 1024 * 1024;

/** The bytes of content that an organization may store. */
export function storedBytesLimit(ownerVerified: boolean, limits: StorageLimits): number {
  return (ownerVerified ? limits.verifiedStoredMegabytes : limits.unverifiedStoredMegabytes) * MEGABYTE;
}

export function storageLimitReached(ownerVerified: boolean, limits: StorageLimits): AppError {
  return new AppError('usage.storage_limit', storageLimitMessage(ownerVerified, limits));
}

/** The bytes that all unverified organizations that call from one network address may store in an hour. */
export function hourlyStoredBytes({ unverifiedStoredMegabytesPerHour }: StorageLimits): number {
  return unverifiedStoredMegabytesPerHour * MEGABYTE;
}

/** The error for content beyond that. */
export function hourlyStorageReached(limits: StorageLimits, now: number): AppError {
  const resetsAt = windowEnd(now, HOUR);
  const message = hourlyStorageMessage(limits, resetsAt);
  return new AppError('rate_limit.exceeded', message, { retryAfterSeconds: secondsUntil(resetsAt, now) });
}
