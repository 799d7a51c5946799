import type { CodePurpose, OutboxEntry } from '../data/entities/outbox.ts';
import type { Key } from '../data/table-client.ts';
import { generateCode, type PendingCode } from '../domain/code.ts';
import { randomPart } from '../domain/ids.ts';
import { MINUTE } from '../domain/time.ts';
import type { Keyring } from './keyring.ts';

/** Outbox partition of what belongs to no organization yet. */
export const NO_ORGANIZATION = 'none';

export interface CodeRequest {
  purpose: CodePurpose;
  to: string;
  organizationName: string;
  /** `NO_ORGANIZATION` before there is one. */
  organizationId: string;
  /** Where the code is kept: its MAC is good there and nowhere else. */
  key: Key;
  minutes: number;
}

/** What a code is bound to in its row, and in its mail. */
export function codePlace(key: Key, email: string): string {
  return `${key.pk}/${key.sk}/${email}`;
}

export function mailPlace(entry: { organizationId: string; id: string }): string {
  return `${entry.organizationId}/${entry.id}`;
}

/**
 * Issues a six-digit code: what the row keeps of it, and the mail that carries it. The version begins at the time, so
 * that a guess at an older code of the same row can never be written over this one.
 */
export function issueCode(
  keyring: Keyring,
  request: CodeRequest,
  now: number,
): { pending: PendingCode & { email: string; version: number }; mail: OutboxEntry } {
  const code = generateCode();
  const id = randomPart();
  const { organizationId, to } = request;
  return {
    pending: {
      email: to,
      mac: keyring.mac('code', codePlace(request.key, to), code),
      expiresAt: now + request.minutes * MINUTE,
      guesses: 0,
      used: false,
      version: now * 1000,
    },
    mail: {
      id,
      organizationId,
      createdAt: now,
      kind: 'code_mail',
      purpose: request.purpose,
      to,
      organizationName: request.organizationName,
      sealedCode: keyring.seal('code-mail', mailPlace({ organizationId, id }), code),
      minutes: request.minutes,
    },
  };
}
