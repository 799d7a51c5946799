import { ListStackResourcesCommand } from '@aws-sdk/client-cloudformation';
import { expect, test } from 'vitest';
import { resource, useMockedAccount } from '../support/mocked-account.ts';

const { stacks, dns, lineAbout } = useMockedAccount();

const ZONE = { AID_HOSTED_ZONE: 'Z0123456789ABC' };

test('The preflight finds the published records of the mail domain, with any stricter policy', async () => {
  expect(await lineAbout('mail records')).toMatch(/^OK {3}mail records: they are published/);
  dns.set('TXT _dmarc.agents.example.com', ['v=DMARC1; p=reject; rua=mailto:dmarc@example.com']);
  expect(await lineAbout('mail records')).toMatch(/^OK /);
});

test('The preflight names each record that is not published, and warns', async () => {
  dns.clear();
  expect(await lineAbout('mail records')).toBe(
    'WARN mail records: not published: ' +
      'mail-from.agents.example.com MX 10 feedback-smtp.eu-central-1.amazonses.com; ' +
      'mail-from.agents.example.com TXT "v=spf1 include:amazonses.com ~all"; ' +
      '_dmarc.agents.example.com TXT "v=DMARC1; p=none"; ' +
      'agents.example.com MX 10 inbound-smtp.eu-central-1.amazonaws.com',
  );
  expect(await lineAbout('mail records', { AID_INBOUND_MAIL: 'false' })).not.toContain('inbound-smtp');
  dns.set('TXT _dmarc.agents.example.com', ['google-site-verification=1']);
  expect(await lineAbout('mail records')).toContain('_dmarc.agents.example.com TXT');
});

test('A domain without a policy of its own has that of the registered domain', async () => {
  dns.delete('TXT _dmarc.agents.example.com');
  dns.set('TXT _dmarc.example.com', ['v=DMARC1; p=quarantine']);
  expect(await lineAbout('mail records')).toMatch(/^OK /);
  // The policy of another domain is no record that the deployment would fail at.
  dns.delete('MX agents.example.com');
  expect(await lineAbout('mail records', { ...ZONE, AID_MAIL_RECORDS: 'dmarc,mx' })).toMatch(/^OK /);
});

test('The preflight fails where the zone is to get a record that exists, and says how to keep it', async () => {
  const settings = { ...ZONE, AID_MAIL_RECORDS: 'dmarc' };
  dns.set('TXT _dmarc.agents.example.com', ['v=DMARC1; p=reject']);
  expect(await lineAbout('mail records', settings)).toBe(
    'FAIL mail records: _dmarc.agents.example.com has a TXT record already, "v=DMARC1; p=reject", which CloudFormation ' +
      'does not overwrite: leave dmarc out of AID_MAIL_RECORDS to keep it, or delete it first. The deployment will fail at it',
  );
  stacks.on(ListStackResourcesCommand, { StackName: 'aid-prod-domains' }).resolves({
    StackResourceSummaries: [resource('AWS::Route53::RecordSet', '_dmarc.agents.example.com')],
  });
  expect(await lineAbout('mail records', settings)).toMatch(/^OK /);
});

test('Records that the deployment adds are not missing before it', async () => {
  dns.clear();
  expect(await lineAbout('mail records', { ...ZONE, AID_MAIL_RECORDS: 'all' })).toMatch(/^OK .* adds them to the zone/);
});

test('Without a response of DNS nothing is said about the records', async () => {
  dns.set('TXT _dmarc.agents.example.com', null);
  expect(await lineAbout('mail records')).toBe(
    'WARN mail records: not checked: DNS does not respond for _dmarc.agents.example.com',
  );
});
