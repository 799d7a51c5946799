import { createHmac } from 'node:crypto';

/** The account that signs submitted mail. */
export interface HookAccount {
  id: string;
  secret: string;
}

/** The three headers of a signed body. See: docs/contract/provider-accounts.md#submitted-mail. */
export function signedHeaders(
  { id, secret }: HookAccount,
  body: string | Uint8Array,
  seconds = Math.floor(Date.now() / 1000),
): Record<string, string> {
  const mac = createHmac('sha256', secret).update(`${id}.${seconds}.`).update(body).digest('hex');
  return { 'x-aid-provider-account': id, 'x-aid-timestamp': String(seconds), 'x-aid-signature': `v1=${mac}` };
}

/** An email in the format of the inbound mail webhook. */
export function submittedMail(
  to: string[],
  { id, text = 'text', from = 'eve@example.com' }: { id?: string; text?: string; from?: string },
) {
  const lines = ['From: Eve <eve@example.com>', `To: ${to[0]}`, 'Subject: Hook'];
  if (id !== undefined) lines.push(`Message-ID: <${id}>`);
  const raw = [...lines, '', text, ''].join('\r\n');
  return { raw_base64: Buffer.from(raw).toString('base64'), envelope: { from, to } };
}
