import { verifyWebhook, type WebhookRefusal, WebhookVerificationError } from '../../../typescript/src/index.ts';

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A delivery as it arrived, and the secret of its endpoint. */
export interface SignedRequest {
  readonly body: string;
  readonly headers: Headers;
  readonly secret: string;
}

/** The result of verifying a signature, with advice if verification fails. */
export interface SignatureResult {
  readonly isVerified: boolean;
  /** The reason, as the SDKs name it. */
  readonly reason: WebhookRefusal | undefined;
  readonly text: string;
}

/** Common changes to a body that break its signature. */
const REFORMED: readonly (readonly [what: string, of: (body: string) => string])[] = [
  ['without the trailing line break', (body) => body.replace(/\r?\n$/, '')],
  ['without whitespace between its members', (body) => JSON.stringify(JSON.parse(body))],
];

/**
 * Verifies a delivery with the SDK, as a receiver does, and says what is wrong. There is no time tolerance: a delivery
 * that is checked later is as genuine as before.
 */
export function checkSignature(request: SignedRequest, toleranceSeconds = Number.POSITIVE_INFINITY): SignatureResult {
  const reason = refusalOf(request, toleranceSeconds);
  if (reason === undefined) return { isVerified: true, reason, text: 'The signature is genuine.' };
  return { isVerified: false, reason: reason.reason, text: `${reason.message}${hintFor(reason, request)}` };
}

function refusalOf({ body, headers, secret }: SignedRequest, tolerance: number): WebhookVerificationError | undefined {
  try {
    verifyWebhook(body, headers, secret, { toleranceSeconds: tolerance });
    return undefined;
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error;
    throw error;
  }
}

function hintFor({ reason }: WebhookVerificationError, request: SignedRequest): string {
  if (reason !== 'signature_mismatch') return '';
  const found = REFORMED.find(([, of]) => isGenuine(request, of));
  if (found !== undefined)
    return ` It matches the body ${found[0]}: verify the raw bytes, before anything parses them.`;
  return request.secret.startsWith('whsec_') ? '' : " An endpoint's secret begins with whsec_.";
}

function isGenuine(request: SignedRequest, reform: (body: string) => string): boolean {
  try {
    const body = reform(request.body);
    return body !== request.body && refusalOf({ ...request, body }, Number.POSITIVE_INFINITY) === undefined;
  } catch {
    // The body is not JSON.
    return false;
  }
}

/** Parses pasted headers: one per line, with a colon, or as curl traces print them. Other lines are ignored. */
export function headersOf(text: string): Readonly<Record<string, string>> {
  const lines = text.split('\n').map((line) => /^[<>\s]*([A-Za-z0-9-]+)\s*:\s*(.*?)\s*$/.exec(line));
  return Object.fromEntries(lines.flatMap((found) => (found ? [[found[1]?.toLowerCase() ?? '', found[2] ?? '']] : [])));
}
