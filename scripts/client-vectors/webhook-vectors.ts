import { createHash, createHmac } from 'node:crypto';
import { secretForms } from './secret-forms.ts';

const NOW = 1_767_225_600;
const ID = 'dlv_01KDVAW3000000000000000000';

/** 33 bytes without `+` and `/` in base64: what the service makes. */
const SECRET = `whsec_${secretText('current', 33)}`;
const PREVIOUS = `whsec_${secretText('previous', 33)}`;
/** 32 bytes in base64url without padding, with `-` and `_`: what the service made before. */
const OLD_SECRET = `whsec_${secretText('old', 32)}`;
const BODY = JSON.stringify({
  id: 'evt_01KDVAW2ZZ0000000000000000',
  type: 'mail.received',
  version: 1,
  created_at: '2026-01-01T00:00:00.000Z',
  organization_id: 'org_01KDVAW2ZZ0000000000000001',
  aggregate: { type: 'mail_message', id: 'msg_01KDVAW2ZZ0000000000000002' },
  data: { messageId: 'msg_01KDVAW2ZZ0000000000000002', threadId: 'thr_01KDVAW2ZZ0000000000000003', subject: 'Grüße ☃' },
});

type Headers = Record<string, string>;

export interface WebhookVector {
  readonly name: string;
  /** The time of the receiver, in Unix seconds. */
  readonly now: number;
  /** 300 where it is absent. */
  readonly tolerance_seconds?: number;
  readonly secrets: readonly string[];
  readonly headers: Headers;
  readonly body_base64: string;
  /** `valid`, or the reason of the refusal. */
  readonly outcome: string;
}

interface Given {
  now?: number;
  tolerance_seconds?: number;
  secrets?: readonly string[];
  headers: Headers;
  body?: string | Buffer;
}

export function webhookVectors(): WebhookVector[] {
  const aid = aidHeaders([SECRET]);
  const standard = standardHeaders([SECRET]);
  const rotated = [SECRET, PREVIOUS];
  const cases: [name: string, outcome: string, given: Given][] = [
    ['the headers of the service', 'valid', { headers: aid }],
    ['the headers of Standard Webhooks', 'valid', { headers: standard }],
    ['both, as the service sends them', 'valid', { headers: { ...aid, ...standard } }],
    ['names of headers in other cases', 'valid', { headers: capitalized(aid) }],
    ['names of Standard Webhooks in other cases', 'valid', { headers: capitalized(standard) }],
    ['a rotation, and a receiver with the new secret', 'valid', { headers: aidHeaders(rotated) }],
    ['a rotation, and a receiver with the old secret', 'valid', { headers: aidHeaders(rotated), secrets: [PREVIOUS] }],
    ['Standard Webhooks in a rotation, new secret', 'valid', { headers: standardHeaders(rotated) }],
    [
      'Standard Webhooks in a rotation, old secret',
      'valid',
      { headers: standardHeaders(rotated), secrets: [PREVIOUS] },
    ],
    ['a receiver with two secrets, of which the second signed', 'valid', { headers: aid, secrets: [PREVIOUS, SECRET] }],
    ['Standard Webhooks, and two secrets', 'valid', { headers: standard, secrets: [PREVIOUS, SECRET] }],
    ['a secret in base64url', 'valid', { headers: aidHeaders([OLD_SECRET]), secrets: [OLD_SECRET] }],
    [
      'Standard Webhooks with a secret in base64url',
      'valid',
      { headers: standardHeaders([OLD_SECRET]), secrets: [OLD_SECRET] },
    ],
    ...secretForms(OLD_SECRET).map(([form, secret, outcome]): (typeof cases)[number] => [
      `Standard Webhooks with a secret ${form}`,
      outcome,
      { headers: standardHeaders([OLD_SECRET]), secrets: [secret] },
    ]),
    [
      'a signature of an unknown version first',
      'valid',
      { headers: withSignature(aid, (v) => `v2=${'0'.repeat(64)},${v}`) },
    ],
    [
      'Standard Webhooks with an asymmetric signature first',
      'valid',
      { headers: withSignature(standard, (v) => `v1a,AAAA ${v}`) },
    ],
    [
      'white space between signatures',
      'valid',
      { headers: withSignature(aidHeaders(rotated), (v) => v.replace(',', ', ')) },
    ],
    [
      'a wrong signature of the service, and a right one of Standard Webhooks',
      'valid',
      { headers: { ...aidHeaders([PREVIOUS]), ...standard } },
    ],
    ['300 seconds ago', 'valid', { headers: aid, now: NOW + 300 }],
    ['300 seconds ahead', 'valid', { headers: aid, now: NOW - 300 }],
    ['an hour ago, and a tolerance of an hour', 'valid', { headers: aid, now: NOW + 3600, tolerance_seconds: 3600 }],
    ['301 seconds ago', 'timestamp_out_of_tolerance', { headers: aid, now: NOW + 301 }],
    ['301 seconds ahead', 'timestamp_out_of_tolerance', { headers: standard, now: NOW - 301 }],
    [
      'a second ago, and no tolerance',
      'timestamp_out_of_tolerance',
      { headers: aid, now: NOW + 1, tolerance_seconds: 0 },
    ],
    ...['', 'soon', '1e9', '-1767225600', '1767225600.5', '0x69557600', '1767225600 ', '99999999999999999999'].map(
      (text): (typeof cases)[number] => [
        `the timestamp ${JSON.stringify(text)}`,
        text === '' ? 'missing_header' : text.startsWith('9') ? 'timestamp_out_of_tolerance' : 'invalid_timestamp',
        { headers: { ...aid, 'x-aid-timestamp': text } },
      ],
    ),
    ...['x-aid-request-id', 'x-aid-timestamp', 'x-aid-signature'].map((name): (typeof cases)[number] => [
      `no ${name}`,
      'missing_header',
      { headers: without(aid, name) },
    ]),
    ...['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name): (typeof cases)[number] => [
      `no ${name}`,
      'missing_header',
      { headers: without(standard, name) },
    ]),
    ['no headers', 'missing_header', { headers: {} }],
    [
      'the legacy header alone',
      'missing_header',
      { headers: { 'x-aid-signature-256': `sha256=${hmac(SECRET, BODY).toString('hex')}` } },
    ],
    ['another body', 'signature_mismatch', { headers: aid, body: BODY.replace('Grüße', 'Grüsse') }],
    ['a body with another white space', 'signature_mismatch', { headers: standard, body: `${BODY}\n` }],
    ['another id', 'signature_mismatch', { headers: { ...aid, 'x-aid-request-id': ID.replace('3', '4') } }],
    ['another timestamp', 'signature_mismatch', { headers: { ...standard, 'webhook-timestamp': String(NOW + 1) } }],
    ['another secret', 'signature_mismatch', { headers: aid, secrets: [PREVIOUS] }],
    ['Standard Webhooks with another secret', 'signature_mismatch', { headers: standard, secrets: [PREVIOUS] }],
    ['half a signature', 'signature_mismatch', { headers: withSignature(aid, (v) => v.slice(0, 35)) }],
    ['no signature after its version', 'signature_mismatch', { headers: withSignature(aid, () => 'v1=') }],
    [
      'Standard Webhooks without a signature after its version',
      'signature_mismatch',
      { headers: withSignature(standard, () => 'v1,') },
    ],
    [
      'a signature of another version',
      'signature_mismatch',
      { headers: withSignature(aid, (v) => v.replace('v1', 'v0')) },
    ],
    [
      'a signature of Standard Webhooks keyed by the whole secret',
      'signature_mismatch',
      { headers: standardHeaders([SECRET], (secret) => Buffer.from(secret)) },
    ],
    ['a signature keyed by the decoded secret', 'signature_mismatch', { headers: aidHeaders([SECRET], decoded) }],
    [
      'a signature keyed by nothing, and an empty secret',
      'no_secret',
      { headers: aidHeaders([''], () => Buffer.alloc(0)), secrets: [''] },
    ],
    [
      'Standard Webhooks keyed by nothing, and a secret that is only a prefix',
      'signature_mismatch',
      { headers: standardHeaders([''], () => Buffer.alloc(0)), secrets: ['whsec_'] },
    ],
    ['no secrets', 'no_secret', { headers: aid, secrets: [] }],
    [
      'a signed body that is not JSON',
      'invalid_body',
      { headers: aidHeaders([SECRET], undefined, '{"id":'), body: '{"id":' },
    ],
    [
      'a signed body that is no object',
      'invalid_body',
      { headers: standardHeaders([SECRET], undefined, '[]'), body: '[]' },
    ],
    ['a signed body that is not UTF-8', 'invalid_body', signedBytes(Buffer.from('7b226964223a22ff227d', 'hex'))],
    [
      'an event type of a newer version',
      'valid',
      signedBytes(Buffer.from(BODY.replace('mail.received', 'mail.recalled'))),
    ],
  ];
  return cases.map(([name, outcome, { now = NOW, secrets = [SECRET], headers, body = BODY, tolerance_seconds }]) => {
    const tolerance = tolerance_seconds === undefined ? {} : { tolerance_seconds };
    return { name, now, ...tolerance, secrets, headers, body_base64: Buffer.from(body).toString('base64'), outcome };
  });
}

/** Random-looking bytes that follow from a name, in base64url: new secrets have no `-` or `_`, old ones have both. */
function secretText(name: string, bytes: number): string {
  const isWanted = (text: string) => (bytes === 33 ? !/[-_]/.test(text) : /-.*_|_.*-/.test(text));
  for (let round = 0; ; round++) {
    const text = createHash('sha512').update(`${name} ${round}`).digest().subarray(0, bytes).toString('base64url');
    if (isWanted(text)) return text;
  }
}

function hmac(key: string | Buffer, text: string | Buffer): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function decoded(secret: string): Buffer {
  return Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
}

function aidHeaders(
  secrets: readonly string[],
  key: (secret: string) => Buffer = (secret) => Buffer.from(secret),
  body: string | Buffer = BODY,
): Headers {
  const text = Buffer.concat([Buffer.from(`${ID}.${NOW}.`), Buffer.from(body)]);
  const signatures = secrets.map((secret) => `v1=${hmac(key(secret), text).toString('hex')}`);
  return { 'x-aid-request-id': ID, 'x-aid-timestamp': String(NOW), 'x-aid-signature': signatures.join(',') };
}

function standardHeaders(secrets: readonly string[], key = decoded, body: string | Buffer = BODY): Headers {
  const text = Buffer.concat([Buffer.from(`${ID}.${NOW}.`), Buffer.from(body)]);
  const signatures = secrets.map((secret) => `v1,${hmac(key(secret), text).toString('base64')}`);
  return { 'webhook-id': ID, 'webhook-timestamp': String(NOW), 'webhook-signature': signatures.join(' ') };
}

function signedBytes(body: Buffer): Given {
  return { headers: aidHeaders([SECRET], undefined, body), body };
}

function withSignature(headers: Headers, change: (value: string) => string): Headers {
  const entries = Object.entries(headers).map(([name, value]) => [
    name,
    name.endsWith('signature') ? change(value) : value,
  ]);
  return Object.fromEntries(entries);
}

function without(headers: Headers, name: string): Headers {
  return Object.fromEntries(Object.entries(headers).filter(([other]) => other !== name));
}

function capitalized(headers: Headers): Headers {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.replace(/\b[a-z]/g, (c) => c.toUpperCase()), value]),
  );
}
