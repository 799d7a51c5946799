import { timestamp } from '../time/time.ts';
import { type BodyClass, DEFAULT_LIMITS, type Limits, MAX_BODY_BYTES, MAX_BODY_MEMBERS } from './limits.ts';

/**
 * The error messages about limits: the value of the limit, when it resets, and the way out. Stages can change the
 * values, so no fixed text contains them.
 *
 * See: docs/contract/errors.md#error-body.
 */

const VERIFY = "verify the owner's address (POST /v1/auth/verify, or /v1/auth/claim)";
const ASK = 'ask the operator for more';
const NO_RESET = 'The limit does not reset with time';

export function agentLimitMessage(ownerVerified: boolean, limits: Limits): string {
  const { unverifiedAgents, verifiedAgents } = limits;
  if (ownerVerified) return `At most ${verifiedAgents} agents per organization. ${NO_RESET}: ${ASK}.`;
  const rise = verifiedAgents > unverifiedAgents ? `${VERIFY} for ${verifiedAgents} agents, or ` : '';
  return `At most ${unverifiedAgents} agents while the owner of the organization is not verified. ${NO_RESET}: ${rise}${ASK}.`;
}

export function storageLimitMessage(
  ownerVerified: boolean,
  {
    verifiedStoredMegabytes,
    unverifiedStoredMegabytes,
  }: Pick<Limits, 'verifiedStoredMegabytes' | 'unverifiedStoredMegabytes'>,
): string {
  if (ownerVerified) return `At most ${verifiedStoredMegabytes} MB of stored content. ${NO_RESET}: ${ASK}.`;
  const rise =
    verifiedStoredMegabytes > unverifiedStoredMegabytes ? `${VERIFY} for ${verifiedStoredMegabytes} MB, or ` : '';
  return `At most ${unverifiedStoredMegabytes} MB of stored content while the owner of the organization is not verified. ${NO_RESET}: ${rise}${ASK}.`;
}

export function hourlyStorageMessage(
  { unverifiedStoredMegabytesPerHour }: Pick<Limits, 'unverifiedStoredMegabytesPerHour'>,
  resetsAt: number,
): string {
  return (
    `At most ${unverifiedStoredMegabytesPerHour} MB of new content per hour ${CALLERS.address}. ` +
    `The limit resets at ${timestamp(resetsAt)}; store the content then, or ${VERIFY}.`
  );
}

export function tunnelLimitMessage(ownerVerified: boolean, limits: Limits): string {
  const { unverifiedTunnels, tunnelsPerOrganization } = limits;
  const out = `${NO_RESET}: delete one (DELETE /v1/tunnels/{id})`;
  if (ownerVerified) return `At most ${tunnelsPerOrganization} tunnels per organization. ${out}, or ${ASK}.`;
  const rise = tunnelsPerOrganization > unverifiedTunnels ? `, ${VERIFY} for ${tunnelsPerOrganization} tunnels` : '';
  const whom = 'while the owner of the organization is not verified';
  return `At most ${unverifiedTunnels} tunnels ${whom}. ${out}${rise}, or ${ASK}.`;
}

export function recipientLimitMessage(ownerVerified: boolean, limits: Limits, resetsAt: number): string {
  const { unverifiedEmailsPerDay, verifiedEmailsPerDay } = limits;
  const reset = `The limit resets at ${timestamp(resetsAt)}; send the message then`;
  if (ownerVerified) return `At most ${verifiedEmailsPerDay} recipients of email per day. ${reset}, or ${ASK}.`;
  const rise = verifiedEmailsPerDay > unverifiedEmailsPerDay ? `, ${VERIFY} for ${verifiedEmailsPerDay} per day` : '';
  const whom = 'while the owner of the organization is not verified';
  return `At most ${unverifiedEmailsPerDay} recipients of email per day ${whom}. ${reset}${rise}, or ${ASK}.`;
}

export function tokenLimitMessage(ownerVerified: boolean, limits: Limits, resetsAt: number): string {
  const { unverifiedIdentityTokensPerDay, verifiedIdentityTokensPerDay } = limits;
  const reset = `The limit resets at ${timestamp(resetsAt)}; request the token then`;
  if (ownerVerified) return `At most ${verifiedIdentityTokensPerDay} identity tokens per day. ${reset}, or ${ASK}.`;
  const rise =
    verifiedIdentityTokensPerDay > unverifiedIdentityTokensPerDay
      ? `, ${VERIFY} for ${verifiedIdentityTokensPerDay} per day`
      : '';
  const whom = 'while the owner of the organization is not verified';
  return `At most ${unverifiedIdentityTokensPerDay} identity tokens per day ${whom}. ${reset}${rise}, or ${ASK}.`;
}

export function webhookLimitMessage(scope: 'agent' | 'organization', limits: Limits): string {
  const most =
    scope === 'agent'
      ? `${limits.webhooksPerAgent} active webhooks per agent`
      : `${limits.webhooksPerOrganization} active webhooks without identity_id per organization`;
  return `At most ${most}. ${NO_RESET}: disable or delete one, or ${ASK}.`;
}

/** The owner of a limit of event streams that is reached: an agent, an organization, or an unverified organization. */
export type StreamScope = 'agent' | 'organization' | 'unverified';

export function streamLimitMessage(scope: StreamScope, limits: Limits): string {
  const most = {
    agent: `${limits.streamsPerAgent} event streams per agent`,
    organization: `${limits.streamsPerOrganization} event streams per organization`,
    unverified: `${limits.unverifiedStreams} event streams per organization without a verified owner`,
  }[scope];
  const rise = scope === 'unverified' ? `, ${VERIFY} for ${limits.streamsPerOrganization} streams` : '';
  return `At most ${most} at once. ${NO_RESET}: close one (DELETE /v1/events/streams/{id})${rise}, or ${ASK}. An unused ticket counts for a minute.`;
}

/** A limit of calls that last: its owner, and when the next of the calls ends at the latest. */
interface ReachedCallLimit {
  limit: number;
  scope: 'organization' | 'address' | 'stage';
  busyUntil: number;
}

const CALLERS = {
  organization: 'for one organization',
  address: 'for all organizations without a verified owner that call from one network address',
  stage: 'for all organizations together',
} as const;

/** The way out of a limit of waits for programs. Tools of models open no streams. */
export const ONE_STREAM = 'follow the events with one stream: POST /v1/events/streams';

export function waitLimitMessage({ limit, scope, busyUntil }: ReachedCallLimit, limits: Limits): string {
  const { waitsPerOrganization } = limits;
  const isHighest = scope === 'organization' && limit >= waitsPerOrganization;
  const owner = isHighest || scope === 'address' ? CALLERS[scope] : `${CALLERS[scope]} while the owner is not verified`;
  const rise = isHighest ? '' : `${VERIFY} for ${waitsPerOrganization} waits, `;
  return (
    `At most ${limit} waits at once ${owner}. The next one ends by ${timestamp(busyUntil)}; try again ` +
    `then, ${rise}or ${ONE_STREAM}.`
  );
}

export function longCallLimitMessage(reached: ReachedCallLimit): string {
  const owner = CALLERS[reached.scope];
  return (
    `At most ${reached.limit} A2A streams and blocking sends at once ${owner}. The next one ends by ` +
    `${timestamp(reached.busyUntil)}; try again then, or follow the task without its own stream: with a ` +
    'push notification configuration, GetTask, or one event stream for all tasks (POST /v1/events/streams).'
  );
}

export function codeGuessesMessage({ codeGuesses }: Pick<Limits, 'codeGuesses'>): string {
  return `At most ${codeGuesses} wrong guesses for one code. ${NO_RESET}: request a new code.`;
}

export function codeExpiredMessage({ codeMinutes }: Pick<Limits, 'codeMinutes'>): string {
  return `The code has expired: it was valid for ${codeMinutes} minutes. Request a new code.`;
}

/** `unit` is the unit that is counted, and its scope: "requests per minute for one organization". */
export function rateLimitMessage(limit: number, unit: string, resetsAt: number): string {
  return `At most ${limit} ${unit}. The limit resets at ${timestamp(resetsAt)}; try again then.`;
}

export function contentionMessage(): string {
  return 'Too many concurrent writes to the same records; nothing was changed. Retry shortly.';
}

export function failedAuthenticationsMessage(limit: number, resetsAt: number): string {
  return (
    `At most ${limit} failed authentications per minute from one network address. The limit resets at ` +
    `${timestamp(resetsAt)}. Requests with a valid API key are still served: check the key.`
  );
}

/** `scope`: from where, and in which time, wrong passwords are counted. */
export function wrongPasswordsMessage(limit: number, scope: string, resetsAt: number): string {
  return (
    `At most ${limit} wrong passwords for one account ${scope}. The limit resets at ${timestamp(resetsAt)}. A code emailed to ` +
    'the address lifts it immediately: request one with POST /v1/auth/signup/resend and send it to POST /v1/auth/signup/verify.'
  );
}

export function wrongCodesMessage(limit: number, resetsAt: number): string {
  return `At most ${limit} wrong codes of a second factor in an hour. The limit resets at ${timestamp(resetsAt)}.`;
}

const LESS_AT_ONCE = `${NO_RESET}: send less at once, or refer to large content by URL.`;

/** The sizes in words, as messages and pages name them. */
export const BODY_SIZES: Readonly<Record<BodyClass, string>> = {
  mail: `${MAX_BODY_BYTES.mail / 1024 / 1024} MB`,
  authenticated: `${MAX_BODY_BYTES.authenticated / 1024 / 1024} MB`,
  open: `${MAX_BODY_BYTES.open / 1024} KB`,
};

/** For a refusal of the gateway, which does not know the operation. */
export const BODY_SIZE_MESSAGE =
  `A request body may have at most ${BODY_SIZES.authenticated}, ${BODY_SIZES.open} without a key, and ${BODY_SIZES.mail} when ` +
  `mail is sent or submitted. ${LESS_AT_ONCE}`;

export function bodySizeMessage(bodyClass: BodyClass): string {
  const bytes = MAX_BODY_BYTES[bodyClass];
  return `The body of this request may have at most ${BODY_SIZES[bodyClass]} (${bytes} bytes). ${LESS_AT_ONCE}`;
}

export const BODY_MEMBERS_MESSAGE = `A request body may have at most ${MAX_BODY_MEMBERS} fields and items. ${LESS_AT_ONCE}`;

/**
 * For the throttle of API Gateway. Its value belongs to the AWS account, so the message says only when to try again.
 */
export const THROTTLED_MESSAGE = 'Too many requests at once. Try again after the number of seconds in Retry-After.';

const EXAMPLE_RESET = Date.UTC(2026, 10, 22);

/** The same messages under the default limits: the examples in the table of errors. */
export const EXAMPLE_MESSAGES = {
  agents: agentLimitMessage(false, DEFAULT_LIMITS),
  tunnels: tunnelLimitMessage(false, DEFAULT_LIMITS),
  emails: recipientLimitMessage(false, DEFAULT_LIMITS, EXAMPLE_RESET),
  storage: storageLimitMessage(false, DEFAULT_LIMITS),
  webhooks: webhookLimitMessage('organization', DEFAULT_LIMITS),
  codeGuesses: codeGuessesMessage(DEFAULT_LIMITS),
  codeExpired: codeExpiredMessage(DEFAULT_LIMITS),
} as const;
