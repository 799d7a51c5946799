import { parseJson } from '#shared/domain/text/parse-json.ts';
import type { Keyring } from '#shared/runtime/keyring.ts';
import { mailContext } from './issue-code.ts';

/** What only an email to an approver has: for each approval that it shows, in its order. */
export interface ApprovalSecret {
  /** The token of the link to the page. */
  readonly token: string;
  /** Null if the person has to log in. */
  readonly code: string | null;
}

/** Encrypts the tokens and codes of an email for its outbox entry. */
export function sealApprovalSecrets(
  keyring: Keyring,
  entry: { readonly organizationId: string; readonly id: string },
  secrets: readonly ApprovalSecret[],
): string {
  return keyring.seal('code-mail', mailContext(entry), JSON.stringify(secrets));
}

export async function openApprovalSecrets(
  keyring: Keyring,
  entry: { readonly organizationId: string; readonly id: string },
  sealed: string,
): Promise<readonly ApprovalSecret[]> {
  const opened = await keyring.open('code-mail', mailContext(entry), sealed);
  return parseJson(opened.reveal()) as ApprovalSecret[];
}
