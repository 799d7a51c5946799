import { approveBody, denyBody } from '#shared/contract/schemas/approval.ts';
import { loginBody } from '#shared/contract/schemas/auth.ts';
import type { Decision } from '#shared/services/approvals/decide-approval.ts';

/** What a person submits on the page of an approval. */
export interface DecisionForm {
  readonly decision: Decision;
  /** By what the person shows who it is. */
  readonly proof:
    | { readonly kind: 'code'; readonly code: string }
    | { readonly kind: 'login'; readonly email: string; readonly password: string; readonly totp: string | undefined };
}

/**
 * Reads the form of a page. `undefined` if it has no decision, no hash, or neither a code nor a login: what has not the
 * form of a code is no guess, so a program that submits everything does not use up the guesses of the person.
 */
export function decisionForm(body: string): DecisionForm | undefined {
  const fields = new URLSearchParams(body);
  const value = (name: string) => fields.get(name) || undefined;
  const decision = decisionOf(value('decision'), value('content_hash'), value('reason'));
  if (decision === undefined) return undefined;
  const code = value('code')?.replace(/\s/g, '');
  if (code !== undefined) return /^[0-9]{6}$/.test(code) ? { decision, proof: { kind: 'code', code } } : undefined;
  const login = loginBody.safeParse({ email: value('email'), password: value('password'), totp: value('totp') });
  if (!login.success) return undefined;
  const { email, password, totp } = login.data;
  return { decision, proof: { kind: 'login', email, password, totp } };
}

function decisionOf(
  decision: string | undefined,
  hash: string | undefined,
  reason: string | undefined,
): Decision | undefined {
  if (decision === 'approve') {
    const { data } = approveBody.safeParse({ content_hash: hash });
    return data && { kind: 'approve', contentHash: data.content_hash, edits: undefined };
  }
  if (decision !== 'deny') return undefined;
  const { data } = denyBody.safeParse(reason === undefined ? {} : { reason });
  return data && { kind: 'deny', reason: data.reason ?? null };
}
