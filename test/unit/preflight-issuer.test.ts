import { expect, test } from 'vitest';
import { useMockedAccount } from '../support/mocked-account.ts';

const { lineAbout } = useMockedAccount();

test('The preflight says what breaks where the issuer is the address of API Gateway', async () => {
  expect(await lineAbout('issuer')).toMatch(/^WARN issuer: .* changes when the API is created again: .*AID_API_DOMAIN/);
});

test('The preflight names the issuer that stays', async () => {
  const AID_PUBLIC_URL = 'https://aid.example.com';
  expect(await lineAbout('issuer', { AID_PUBLIC_URL })).toBe(
    'OK   issuer: identity tokens are of https://aid.example.com',
  );
});
