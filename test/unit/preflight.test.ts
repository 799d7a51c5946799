import { GetAccountSettingsCommand } from '@aws-sdk/client-lambda';
import { expect, test } from 'vitest';
import { readConfig } from '#lib/config.ts';
import { preflight } from '#scripts/preflight/preflight.ts';
import { named, useMockedAccount } from '../support/mocked-account.ts';

const { lambda, mocks, account, lineAbout } = useMockedAccount();

test('The preflight finds nothing in an account that is ready', async () => {
  const config = readConfig({
    AID_MAIL_DOMAIN: 'agents.example.com',
    AID_ACCOUNT_CONCURRENCY: '1000',
    AID_ALARM_EMAIL: 'night@example.com',
    AID_PUBLIC_URL: 'https://aid.example.com',
  });
  const findings = await preflight(account(), config, { maySwitchTable: false });
  expect(findings.filter(({ level }) => level !== 'ok')).toEqual([]);
  expect(findings).toHaveLength(14);
});

test('The preflight reports a check that it may not make, and makes the others', async () => {
  lambda.on(GetAccountSettingsCommand).rejects(named('AccessDeniedException', 'not authorized'));
  expect(await lineAbout('concurrency')).toBe(
    'WARN concurrency: not checked: the credentials lack a permission: not authorized',
  );
  expect(await lineAbout('bootstrap')).toMatch(/^OK /);
});

test.each([
  ['ExpiredTokenException', 'no valid credentials of the account are in the environment: gone'],
  ['TimeoutError', 'AWS cannot be reached: gone'],
  ['InternalServerError', 'InternalServerError: gone'],
])('The preflight fails, and does not only warn, when a check ends with %s', async (name, text) => {
  lambda.on(GetAccountSettingsCommand).rejects(named(name, 'gone'));
  expect(await lineAbout('concurrency')).toBe(`FAIL concurrency: not checked: ${text}`);
});

test('The preflight only reads', async () => {
  await lineAbout('bootstrap', {
    AID_API_DOMAIN: 'api.example.com',
    AID_API_CERTIFICATE: 'arn:aws:acm:eu-central-1:111122223333:certificate/aaaa-1111',
  });
  const calls = mocks.flatMap((mock) => mock.calls());
  expect(calls.length).toBeGreaterThan(5);
  for (const { firstArg } of calls) expect(firstArg.constructor.name).toMatch(/^(?:Get|List|Describe)/);
});
