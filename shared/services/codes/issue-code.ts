import { type CodeMailJob, type CodePurpose, insertOutbox } from '#shared/data/entities/log/outbox.ts';
import type { VerificationCode } from '#shared/data/entities/organization/verification-code.ts';
import {
  incrementServiceMailCount,
  incrementWithheldMailCount,
  type ServiceMailBudget,
} from '#shared/data/entities/stage/service-mail-budget.ts';
import type { Key } from '#shared/data/table-client.ts';
import type { TransactionBuilder } from '#shared/data/transaction-builder.ts';
import { randomPart } from '#shared/domain/ids/ids.ts';
import type { Limits } from '#shared/domain/limits/limits.ts';
import { generateCode, type PendingCode, placeholderMac } from '#shared/domain/organization/code.ts';
import { MINUTE } from '#shared/domain/time/time.ts';
import type { Keyring } from '#shared/runtime/keyring.ts';

/** The outbox partition of codes for organizations that do not exist yet. */
export const NO_ORGANIZATION = 'none';

/** The context that the HMAC of a code is bound to. */
export function codeContext(key: Key, email: string): string {
  return `${key.pk}/${key.sk}/${email}`;
}

/** The context that the encrypted code in an outbox entry is bound to. */
export function mailContext(entry: { organizationId: string; id: string }): string {
  return `${entry.organizationId}/${entry.id}`;
}

/** Purposes that are stored as another one with a flag, because earlier releases do not know them. */
type FlaggedPurpose = 'reset' | 'invitation';

export interface CodeRequest {
  /** `null` if no mail is to be sent. Everything else happens, so that the timing is the same. */
  purpose: CodePurpose | FlaggedPurpose | null;
  to: string;
  organizationName: string;
  /** `NO_ORGANIZATION` if it does not exist yet. */
  organizationId: string;
  /** What the code is bound to. It is valid only there. */
  context: string;
  /** How long the code is valid; by default as the limits say. */
  minutes?: number;
  /** Whether another valid code of the address is the same. */
  isTaken?: (code: string) => boolean;
}

export interface IssuedCode {
  pending: PendingCode;
  /** Whether the recipient's budget allowed the mail. */
  withinBudget: boolean;
}

/** The purposes of emails that show the code. */
const PURPOSES_WITH_CODE: ReadonlySet<CodeRequest['purpose']> = new Set([
  'owner',
  'signup',
  'claim',
  'unlock',
  'reset',
  'invitation',
] as const);

/**
 * Issues a six-digit code and stages its mail. There is no other way to mail a code, so every code counts against the
 * budget of its recipient. Beyond the budget, it stages the same rows without an email. A code that was not mailed
 * matches no input: no one can have read it, so a caller who sends it has guessed.
 */
export function issueCode(
  tx: TransactionBuilder,
  { keyring, budget, limits }: { keyring: Keyring; budget: ServiceMailBudget; limits: Limits },
  request: CodeRequest,
): IssuedCode {
  const { now } = tx;
  const code = freshCode(request.isTaken);
  const { organizationId, purpose, to, organizationName, minutes = limits.codeMinutes } = request;
  const entry = { id: randomPart(), organizationId, createdAt: now };
  const sealedCode = keyring.seal('code-mail', mailContext(entry), code);
  const hmac = keyring.hmac('code', request.context, code);

  const mailed = budget.allowed && purpose !== null;
  tx.put(
    budget.allowed ? incrementServiceMailCount(budget, now) : incrementWithheldMailCount(budget, now),
    insertOutbox(
      mailed
        ? {
            ...entry,
            kind: 'code_mail',
            ...stored(purpose),
            to,
            organizationName,
            sealedCode,
            minutes,
          }
        : { ...entry, kind: 'noop' },
    ),
  );
  return {
    pending: {
      hmac: mailed && PURPOSES_WITH_CODE.has(purpose) ? hmac : placeholderMac(),
      expiresAt: now + minutes * MINUTE,
      guesses: 0,
      used: false,
    },
    withinBudget: budget.allowed,
  };
}

function stored(purpose: CodePurpose | FlaggedPurpose): Pick<CodeMailJob, 'purpose' | 'resetsPassword' | 'invites'> {
  switch (purpose) {
    case 'reset':
      return { purpose: 'unlock', resetsPassword: true };
    case 'invitation':
      return { purpose: 'claim', invites: true };
    default:
      return { purpose };
  }
}

/** The stored form of a code. A new code replaces the one before. */
export function verificationCode(email: string, { pending }: IssuedCode, now: number): VerificationCode {
  // The version starts at the current time, so that recording a guess at an older code cannot overwrite this one.
  return { ...pending, email, version: now * 1000 };
}

function freshCode(isTaken: (code: string) => boolean = () => false): string {
  for (;;) {
    const code = generateCode();
    if (!isTaken(code)) return code;
  }
}
