import {
  type CodeMailBudget,
  incrementCodeMailCount,
  incrementWithheldCodeMailCount,
} from '../../data/entities/code-mail-budget.ts';
import { type CodePurpose, insertOutbox } from '../../data/entities/outbox.ts';
import type { VerificationCode } from '../../data/entities/verification-code.ts';
import type { Key } from '../../data/table-client.ts';
import type { TransactionBuilder } from '../../data/unit-of-work.ts';
import { generateCode, type PendingCode, placeholderMac } from '../../domain/code.ts';
import { randomPart } from '../../domain/ids.ts';
import type { Limits } from '../../domain/limits.ts';
import { MINUTE } from '../../domain/time.ts';
import type { Keyring } from '../../runtime/keyring.ts';

/** Outbox partition of what belongs to no organization yet. */
export const NO_ORGANIZATION = 'none';

/** What a code is bound to in its row, and in its mail. */
export function codeContext(key: Key, email: string): string {
  return `${key.pk}/${key.sk}/${email}`;
}

export function mailContext(entry: { organizationId: string; id: string }): string {
  return `${entry.organizationId}/${entry.id}`;
}

export interface CodeRequest {
  /** Null where there is no one to write to: then everything happens but the mail. */
  purpose: CodePurpose | null;
  to: string;
  organizationName: string;
  /** `NO_ORGANIZATION` before there is one. */
  organizationId: string;
  /** What the code is bound to: it is good there and nowhere else. */
  context: string;
  /** Whether another live code of the address is the same. */
  isTaken?: (code: string) => boolean;
}

export interface IssuedCode {
  pending: PendingCode;
  /** Whether the recipient's budget allowed the mail. */
  withinBudget: boolean;
}

/** The purposes whose mail shows the code. */
const SHOWN: ReadonlySet<CodePurpose | null> = new Set(['owner', 'signup', 'claim', 'unlock'] as const);

/**
 * Issues a six-digit code and stages its mail. This is the only way to mail a code, so every code counts against the
 * budget of its recipient. Beyond the budget the same is staged, but no mail. A code that was not mailed matches no
 * guess: no one can have read it, so whoever sends it has guessed.
 */
export function issueCode(
  tx: TransactionBuilder,
  { keyring, budget, limits }: { keyring: Keyring; budget: CodeMailBudget; limits: Limits },
  request: CodeRequest,
): IssuedCode {
  const { now } = tx;
  const code = freshCode(request.isTaken);
  const { organizationId, purpose, to, organizationName } = request;
  const entry = { id: randomPart(), organizationId, createdAt: now };
  const sealedCode = keyring.seal('code-mail', mailContext(entry), code);
  const mac = keyring.hmac('code', request.context, code);

  const mailed = budget.allowed && purpose !== null;
  tx.put(
    budget.allowed ? incrementCodeMailCount(budget, now) : incrementWithheldCodeMailCount(budget, now),
    insertOutbox(
      mailed
        ? { ...entry, kind: 'code_mail', purpose, to, organizationName, sealedCode, minutes: limits.codeMinutes }
        : { ...entry, kind: 'noop' },
    ),
  );
  return {
    pending: {
      hmac: mailed && SHOWN.has(purpose) ? mac : placeholderMac(),
      expiresAt: now + limits.codeMinutes * MINUTE,
      guesses: 0,
      used: false,
    },
    withinBudget: budget.allowed,
  };
}

/** A code of an organization as its row keeps it. A new code takes the place of the one before. */
export function verificationCode(email: string, { pending }: IssuedCode, now: number): VerificationCode {
  // The version begins at the time, so that a guess at an older code of the row can never be written over this one.
  return { ...pending, email, version: now * 1000 };
}

function freshCode(isTaken: (code: string) => boolean = () => false): string {
  for (;;) {
    const code = generateCode();
    if (!isTaken(code)) return code;
  }
}
