import { createHash, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { SCOPES } from '#shared/domain/issuer/scopes.ts';
import { readAuthorizationRequest } from '#shared/domain/oauth/authorization-request.ts';
import { isChallenge, verifies } from '#shared/domain/oauth/code-challenge.ts';
import { authorizationServerMembers } from '#shared/domain/oauth/metadata.ts';
import { OAuthError } from '#shared/domain/oauth/oauth-error.ts';
import { MAX_RECIPIENTS, readRecipients, recipientOutside } from '#shared/domain/oauth/recipients.ts';
import { optionalValue, parametersOf, scopesOf } from '#shared/domain/oauth/request-parameters.ts';

const RESOURCE = 'https://aid.example/v1/mcp';
const verifier = randomBytes(32).toString('base64url');
const challenge = createHash('sha256').update(verifier).digest('base64url');

const VALID = {
  response_type: ['code'],
  code_challenge: [challenge],
  code_challenge_method: ['S256'],
  resource: [RESOURCE],
  scope: ['mail.read vault'],
};

function errorOf(over: Readonly<Record<string, readonly string[]>>): string | undefined {
  try {
    readAuthorizationRequest({ ...VALID, ...over }, RESOURCE);
    return undefined;
  } catch (error) {
    if (error instanceof OAuthError) return error.code;
    throw error;
  }
}

test('A valid request has its scopes in the order of the service, and unknown ones are left out', () => {
  expect(readAuthorizationRequest(VALID, RESOURCE)).toEqual({
    scopes: ['mail.read', 'vault'],
    codeChallenge: challenge,
  });
  const mixed = { ...VALID, scope: ['vault openid mail.read offline_access vault'] };
  expect(readAuthorizationRequest(mixed, RESOURCE).scopes).toEqual(['mail.read', 'vault']);
});

test('A request without scopes does not ask for secrets or identity tokens', () => {
  const { scope: _, ...rest } = VALID;
  expect(readAuthorizationRequest(rest, RESOURCE).scopes).toEqual([
    'mail.read',
    'mail.send',
    'tasks',
    'events',
    'contacts',
  ]);
});

test.each([
  [{ response_type: ['token'] }, 'unsupported_response_type'],
  [{ response_type: ['code id_token'] }, 'unsupported_response_type'],
  [{ response_type: [] }, 'invalid_request'],
  [{ response_type: ['code', 'code'] }, 'invalid_request'],
  [{ response_mode: ['fragment'] }, 'invalid_request'],
  [{ code_challenge: [] }, 'invalid_request'],
  [{ code_challenge: ['short'] }, 'invalid_request'],
  [{ code_challenge_method: [] }, 'invalid_request'],
  [{ code_challenge_method: ['plain'] }, 'invalid_request'],
  [{ code_challenge_method: ['s256'] }, 'invalid_request'],
  [{ scope: ['openid profile'] }, 'invalid_scope'],
  [{ scope: ['mail.read', 'mail.send'] }, 'invalid_request'],
  [{ resource: ['https://other.example/v1/mcp'] }, 'invalid_target'],
  [{ resource: [RESOURCE, 'https://other.example/'] }, 'invalid_target'],
  [{ resource: [`${RESOURCE}/../other`] }, 'invalid_target'],
  [{ prompt: ['none'] }, 'login_required'],
])('A request with %j fails with %s', (over, code) => {
  expect(errorOf(over as Readonly<Record<string, readonly string[]>>)).toBe(code);
});

test('A request may name the resource with a slash at its end, or leave it out', () => {
  expect(errorOf({ resource: [`${RESOURCE}/`] })).toBeUndefined();
  expect(errorOf({ resource: [] })).toBeUndefined();
});

test('A parameter without a value is absent, and one that is inherited is not there', () => {
  expect(optionalValue(parametersOf('a=&b=1'), 'a')).toBeUndefined();
  expect(optionalValue(parametersOf('a=&b=1'), 'b')).toBe('1');
  for (const name of ['constructor', '__proto__', 'toString'])
    expect(optionalValue(parametersOf(''), name)).toBeUndefined();
  expect(optionalValue(parametersOf('__proto__=x'), '__proto__')).toBe('x');
});

test('Scopes that a request does not name are undefined', () => {
  expect(scopesOf({})).toBeUndefined();
});

test('A verifier fits its challenge only', () => {
  expect(isChallenge(challenge)).toBe(true);
  expect(verifies(verifier, challenge)).toBe(true);
  expect(verifies(`${verifier}x`, challenge)).toBe(false);
  expect(verifies(challenge, challenge)).toBe(false);
  expect(verifies('', challenge)).toBe(false);
  expect(verifies('x'.repeat(42), challenge)).toBe(false);
  // RFC 7636, appendix B.
  const known = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
  expect(verifies(known, 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM')).toBe(true);
});

test('Recipients are addresses and domains, in the form in which mail compares them', () => {
  expect(readRecipients(' Ada@Example.com,\nexample.org; ada@example.com')).toEqual({
    recipients: ['ada@example.com', 'example.org'],
  });
  expect(readRecipients('  \n ')).toEqual({ recipients: null });
  expect(readRecipients('bücher.example')).toEqual({ recipients: ['xn--bcher-kva.example'] });
  expect(readRecipients('@example.org')).toEqual({ recipients: ['example.org'] });
  expect(readRecipients('example.org not-a-domain @@x.example <b>')).toEqual({
    wrong: ['not-a-domain', '@@x.example', '<b>'],
  });
  const many = Array.from({ length: MAX_RECIPIENTS + 1 }, (_, index) => `d${index}.example`).join(' ');
  expect(readRecipients(many)).toEqual({ wrong: [] });
});

test('A domain stands for its own addresses, and not for those of its subdomains or of names that end like it', () => {
  const recipients = ['example.org', 'ada@example.com'];
  expect(recipientOutside(['any@example.org', 'ADA@example.com'], recipients)).toBeUndefined();
  for (const outside of ['eve@sub.example.org', 'eve@evilexample.org', 'eve@example.com', 'example.org@eve.example'])
    expect(recipientOutside(['any@example.org', outside], recipients)).toBe(outside);
  expect(recipientOutside(['any@example.org'], [])).toBe('any@example.org');
});

test('The metadata names only what the endpoints do', () => {
  const metadata = authorizationServerMembers('https://aid.example');
  expect(metadata).toMatchObject({
    issuer: 'https://aid.example',
    authorization_endpoint: 'https://aid.example/v1/oauth/authorize',
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
    scopes_supported: SCOPES,
  });
});
