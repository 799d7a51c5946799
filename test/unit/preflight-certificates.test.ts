import { DescribeCertificateCommand } from '@aws-sdk/client-acm';
import { expect, test } from 'vitest';
import { named, useMockedAccount } from '../support/mocked-account.ts';

const { certificates, lineAbout } = useMockedAccount();

const API_CERTIFICATE = 'arn:aws:acm:eu-central-1:111122223333:certificate/aaaa-1111';
const TUNNEL_CERTIFICATE = 'arn:aws:acm:eu-central-1:111122223333:certificate/bbbb-2222';

const DOMAINS = {
  AID_API_DOMAIN: 'api.example.com',
  AID_API_CERTIFICATE: API_CERTIFICATE,
  AID_TUNNEL_DOMAIN: 't.example.net',
  AID_TUNNEL_CERTIFICATE: TUNNEL_CERTIFICATE,
};

/** An issued certificate for these names, as ACM describes it. */
function issued(name: string, ...others: readonly string[]) {
  return { Certificate: { Status: 'ISSUED' as const, DomainName: name, SubjectAlternativeNames: [name, ...others] } };
}

test('The preflight accepts an issued certificate for each domain', async () => {
  expect(await lineAbout('certificates')).toMatch(/^OK {3}certificates: none is needed/);
  certificates.on(DescribeCertificateCommand, { CertificateArn: API_CERTIFICATE }).resolves(issued('*.example.com'));
  certificates
    .on(DescribeCertificateCommand, { CertificateArn: TUNNEL_CERTIFICATE })
    .resolves(issued('example.net', '*.T.example.net'));
  expect(await lineAbout('certificates', DOMAINS)).toBe(
    'OK   certificates: issued for api.example.com, *.t.example.net',
  );
});

test('The preflight fails when API Gateway could not use a certificate', async () => {
  const answers = certificates.on(DescribeCertificateCommand);
  answers.resolves(issued('example.com', '*.deep.api.example.com', 't.example.net'));
  expect(await lineAbout('certificates', DOMAINS)).toBe(
    'FAIL certificates: ' +
      'AID_API_CERTIFICATE: the certificate is for example.com, *.deep.api.example.com, t.example.net; ' +
      'ask for one for api.example.com; ' +
      'AID_TUNNEL_CERTIFICATE: the certificate is for example.com, *.deep.api.example.com, t.example.net; ' +
      'ask for one for *.t.example.net',
  );
  answers.resolves({ Certificate: { Status: 'PENDING_VALIDATION', DomainName: 'api.example.com' } });
  expect(await lineAbout('certificates', DOMAINS)).toMatch(/^FAIL .*AID_API_CERTIFICATE: .*not issued yet/);
  answers.resolves({ Certificate: { Status: 'EXPIRED', DomainName: 'api.example.com' } });
  expect(await lineAbout('certificates', DOMAINS)).toMatch(/^FAIL .*the certificate is EXPIRED/);
  answers.rejects(named('ResourceNotFoundException'));
  expect(await lineAbout('certificates', DOMAINS)).toMatch(/^FAIL .*no such certificate in eu-central-1/);
  const elsewhere = API_CERTIFICATE.replace('eu-central-1', 'us-east-1');
  expect(await lineAbout('certificates', { ...DOMAINS, AID_API_CERTIFICATE: elsewhere })).toMatch(
    /^FAIL .*AID_API_CERTIFICATE: the certificate is in us-east-1; ask for one in eu-central-1/,
  );
});
