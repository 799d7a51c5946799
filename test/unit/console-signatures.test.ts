import { expect, test } from 'vitest';
import { checkSignature, headersOf } from '#clients/console/src/organization/signature-check.ts';
import { generateSigningSecret, signatureHeader, standardHeaders } from '#shared/domain/delivery/signature.ts';

const SECRET = generateSigningSecret();
const BODY = '{"id":"evt_1","type":"mail.received","data":{"subject":"Grüße"}}';

/** The headers of a delivery that was signed at a time. */
function signedAt(timestamp: number, body = BODY): Record<string, string> {
  const input = { requestId: 'del_1', timestamp, body };
  return {
    'x-aid-request-id': 'del_1',
    'x-aid-timestamp': String(timestamp),
    'x-aid-signature': signatureHeader([SECRET], input),
    ...standardHeaders([SECRET], input),
  };
}

test('A delivery is genuine however old it is, and a receiver refuses an old one', () => {
  const old = { body: BODY, headers: signedAt(1_700_000_000), secret: SECRET };
  expect(checkSignature(old)).toMatchObject({ isVerified: true, reason: undefined });
  expect(checkSignature(old, 300)).toMatchObject({ isVerified: false, reason: 'timestamp_out_of_tolerance' });
});

test('A refusal says what is wrong with the body, the headers or the secret', () => {
  const headers = signedAt(1_700_000_000);
  const found = (changed: Partial<Parameters<typeof checkSignature>[0]>) =>
    checkSignature({ body: BODY, headers, secret: SECRET, ...changed });
  expect(found({ secret: '' }).reason).toBe('no_secret');
  expect(found({ headers: { ...headers, 'x-aid-signature': '', 'webhook-signature': '' } }).reason).toBe(
    'missing_header',
  );
  expect(found({ body: BODY.replace('evt_1', 'evt_2') }).text).toBe('No signature matches the body and the secret.');
  expect(found({ secret: 'aid_org_something' }).text).toContain('begins with whsec_');
  expect(found({ body: `${BODY}\n` }).text).toContain('without the trailing line break');
  expect(found({ body: JSON.stringify(JSON.parse(BODY), null, 2) }).text).toContain('without whitespace');
  expect(found({ body: '{"id":' }).reason).toBe('signature_mismatch');
});

test('Headers are read as people paste them', () => {
  const pasted = 'POST /hook HTTP/1.1\n< X-Aid-Signature: v1=ab,v1=cd\r\n> webhook-id:del_1\n\nno header\n  a: b: c';
  expect(headersOf(pasted)).toEqual({ 'x-aid-signature': 'v1=ab,v1=cd', 'webhook-id': 'del_1', a: 'b: c' });
});
