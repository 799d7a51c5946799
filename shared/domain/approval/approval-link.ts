import { createHash, randomBytes } from 'node:crypto';
import { CELL } from '../ids/cell.ts';
import { DAY } from '../time/time.ts';

/** The path of the page that an email to an approver leads to. */
export const APPROVAL_PAGE = '/v1/approval-links/{token}';

/**
 * How long a code of such an email is accepted at most; it ends with its approval. After it, the person logs in.
 *
 * See: docs/decisions/0094-approvals-by-email.md.
 */
export const APPROVAL_CODE_MS = DAY;

/** Wrong codes of one person about one approval. After them, the person logs in. */
export const MAX_WRONG_APPROVAL_CODES = 5;

/** Emails about approvals to one person of one organization in an hour. */
export const MAX_APPROVAL_EMAILS_PER_HOUR = 6;

/** The people of one organization who get an email about an approval. */
export const MAX_EMAILED_APPROVERS = 50;

/** The approvals that one email shows with a link and a code. */
export const MAX_SHOWN_APPROVALS = 10;

const FORM = /^apl_[0-9A-Za-z_-]{44}$/;

/** A new token of a link: the character of the cell, and 256 random bits. It shows an approval, and decides nothing. */
export function generateApprovalToken(): string {
  return `apl_${CELL}${randomBytes(32).toString('base64url')}`;
}

export function isApprovalToken(text: string): boolean {
  return FORM.test(text);
}

/** The hash that is stored instead of the token. */
export function hashApprovalToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** The address of the page of a token. */
export function approvalPageUrl(baseUrl: string, token: string): string {
  return `${baseUrl}${APPROVAL_PAGE.replace('{token}', token)}`;
}
