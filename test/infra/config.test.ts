import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readConfig } from '#lib/config.ts';
import { ConfigError } from '#lib/config-error.ts';
import { DEFAULT_DELIVERY_DELAYS, DEFAULT_LIMITS, LOCAL_LIMITS } from '#shared/domain/limits/limits.ts';

/** A stage needs a mail domain of its own for AWS, so the tests of other settings have one. */
const read = (environment: Record<string, string> = {}) =>
  readConfig({ AID_MAIL_DOMAIN: 'agents.example.com', ...environment });

const CERTIFICATE = 'arn:aws:acm:eu-central-1:111122223333:certificate/12345678-1234-1234-1234-123456789012';
const API_DOMAIN = { AID_API_DOMAIN: 'api.example.com', AID_API_CERTIFICATE: CERTIFICATE };
const CONSOLE_DOMAIN = {
  AID_CONSOLE: 'true',
  AID_CONSOLE_DOMAIN: 'console.example.com',
  AID_CONSOLE_CERTIFICATE: CERTIFICATE,
};
const TUNNEL_DOMAIN = { AID_TUNNEL_DOMAIN: 'tunnels.example.com', AID_TUNNEL_CERTIFICATE: CERTIFICATE };

describe('the stage configuration', () => {
  test('The stage configuration has a default for every setting but the mail domain', () => {
    expect(read()).toEqual({
      profile: 'aws',
      stage: 'dev',
      mailDomain: 'agents.example.com',
      limits: DEFAULT_LIMITS,
      deliveryDelays: DEFAULT_DELIVERY_DELAYS,
      allowLoopbackReceivers: false,
      inboundTopics: [],
      mcpOrigins: [],
      domains: undefined,
      publicUrl: undefined,
      tunnelUrl: undefined,
      socketThrottle: { rate: 500, burst: 1000 },
      handshakeThrottle: { rate: 50, burst: 100 },
      tunnelThrottle: { rate: 100, burst: 200 },
      logLevel: 'INFO',
      logRetentionDays: 30,
      mailRetentionDays: 365,
      deliveryRetentionDays: 90,
      webhookFailingDays: 5,
      keepResponses: true,
      sendingLeaseSeconds: 300,
      domainRamp: 0,
      release: 'all-at-once',
      xray: false,
      console: false,
      accountConcurrency: undefined,
      waitConcurrency: 0,
      apiRate: 500,
      openApiRate: 20,
      webAclRate: undefined,
      deliveryConcurrency: 2,
      streamConcurrency: 2,
      inboundMail: true,
      inboundConcurrency: 2,
      sesRate: 14,
      sendConcurrency: 2,
      sesTenants: true,
      signingKeys: 'table',
      alarmEmail: undefined,
      alarmTopicArn: undefined,
      heartbeatWays: true,
      restoredTable: undefined,
    });
  });

  test('The stage configuration overrides the default limits and reads delays as seconds', () => {
    const config = read({ AID_LIMITS: '{"ipRequestsPerMinute":5}', AID_DELIVERY_DELAYS: '1,1,2' });
    expect(config.limits).toEqual({ ...DEFAULT_LIMITS, ipRequestsPerMinute: 5 });
    expect(config.deliveryDelays).toEqual([1, 1, 2]);
  });

  test('The local profile raises the limits of strangers, and its own setting replaces them', () => {
    expect(readConfig({ AID_PROFILE: 'local' }).limits).toEqual({ ...DEFAULT_LIMITS, ...LOCAL_LIMITS });
    const own = readConfig({ AID_PROFILE: 'local', AID_LIMITS: '{"unverifiedWaits":3,"codeGuesses":2}' }).limits;
    expect(own).toEqual({ ...DEFAULT_LIMITS, ...LOCAL_LIMITS, unverifiedWaits: 3, codeGuesses: 2 });
    for (const [name, limit] of Object.entries(LOCAL_LIMITS)) {
      expect(limit, name).toBeGreaterThan(DEFAULT_LIMITS[name as keyof typeof LOCAL_LIMITS]);
    }
  });

  test('The stage configuration of the local profile is quiet and allows loopback receivers', () => {
    expect(readConfig({ AID_PROFILE: 'local' })).toMatchObject({ allowLoopbackReceivers: true, logLevel: 'ERROR' });
  });

  test('The stage configuration for AWS needs a mail domain, and that of the local profile does not', () => {
    expect(() => readConfig({})).toThrow(/^AID_MAIL_DOMAIN: expected a domain of yours/);
    expect(readConfig({ AID_PROFILE: 'local' }).mailDomain).toBe('agents.localhost');
  });

  test.each([
    [{}, 0],
    [{ AID_ACCOUNT_CONCURRENCY: '10' }, 0],
    [{ AID_ACCOUNT_CONCURRENCY: '499' }, 0],
    [{ AID_ACCOUNT_CONCURRENCY: '500' }, 50],
    [{ AID_ACCOUNT_CONCURRENCY: '1000' }, 100],
    [{ AID_WAIT_CONCURRENCY: '0', AID_ACCOUNT_CONCURRENCY: '1000' }, 0],
    [{ AID_WAIT_CONCURRENCY: '300', AID_ACCOUNT_CONCURRENCY: '1000' }, 300],
    [{ AID_WAIT_CONCURRENCY: '7' }, 7],
  ])('The stage configuration %j reserves %i for each function that waits or streams', (environment, reserved) => {
    expect(read(environment as Record<string, string>).waitConcurrency).toBe(reserved);
  });

  test.each([
    [{}, 5],
    [{ AID_SES_RATE: '1' }, 2],
    [{ AID_SES_RATE: '500' }, 167],
    [{ AID_SES_RATE: '3000' }, 1000],
    [{ AID_SES_RATE: '500', AID_SEND_CONCURRENCY: '20' }, 20],
  ])('The stage configuration %j in a large account sends %i batches of mail at once', (environment, batches) => {
    const large = { AID_ACCOUNT_CONCURRENCY: '10000', ...environment } as Record<string, string>;
    expect(read(large).sendConcurrency).toBe(batches);
  });

  test('The stage configuration treats an empty variable as absent', () => {
    expect(read({ AID_PUBLIC_URL: '', AID_STAGE: '' })).toEqual(read());
  });

  test('The stage configuration accepts topics separated by commas', () => {
    const [one, two] = ['arn:aws:sns:eu-central-1:111122223333:mail', 'arn:aws-cn:sns:cn-north-1:111122223333:mail'];
    expect(read({ AID_INBOUND_TOPICS: `${one}, ${two}` }).inboundTopics).toEqual([one, two]);
  });

  test('The stage configuration removes the slash at the end of a public address', () => {
    expect(read({ AID_PUBLIC_URL: 'https://api.example.com/' }).publicUrl).toBe('https://api.example.com');
  });

  test.each([
    [{ AID_LIMITS: '{"requests":1}' }, /^AID_LIMITS: unknown key "requests"; known are orgRequestsPerMinute, /],
    [
      { AID_LIMITS: '{"codeGuess":1}' },
      /^AID_LIMITS: unknown key "codeGuess" \(did you mean "codeGuesses"\?\); known /,
    ],
    [{ AID_LIMITS: '{"codeGuesses":-1}' }, /^AID_LIMITS\.codeGuesses: /],
    [{ AID_LIMITS: '{' }, /^AID_LIMITS: expected JSON$/],
    [{ AID_DELIVERY_DELAYS: '1,,2' }, /^AID_DELIVERY_DELAYS\.1: /],
    [{ AID_DELIVERY_DELAYS: '1,x' }, /^AID_DELIVERY_DELAYS\.1: /],
    [{ AID_PROFILE: 'azure' }, /^AID_PROFILE: /],
    [{ AID_STAGE: 'Prod' }, /^AID_STAGE: expected /],
    [{ AID_MAIL_DOMAIN: 'localhost' }, /^AID_MAIL_DOMAIN: expected a domain name/],
    [{ AID_MAIL_DOMAIN: 'a..b' }, /^AID_MAIL_DOMAIN: /],
    [{ AID_INBOUND_TOPICS: 'arn:aws:sqs:eu-central-1:111122223333:mail' }, /^AID_INBOUND_TOPICS\.0: expected ARNs/],
    [{ AID_PUBLIC_URL: 'ftp://x.example' }, /^AID_PUBLIC_URL: expected an http or https address$/],
    [{ AID_API_DOMAIN: 'API.example.com' }, /^AID_API_DOMAIN: expected a domain name in lower case$/],
    [
      { AID_API_DOMAIN: 'api.example.com' },
      /^AID_API_CERTIFICATE: expected with AID_API_DOMAIN: .* api\.example\.com /,
    ],
    [{ AID_SOCKET_DOMAIN: 'ws.example.com' }, /^AID_SOCKET_CERTIFICATE: expected with AID_SOCKET_DOMAIN: /],
    [
      { AID_TUNNEL_DOMAIN: 't.example.com' },
      /^AID_TUNNEL_CERTIFICATE: expected with .* \*\.t\.example\.com in the region/,
    ],
    [{ AID_TUNNEL_CERTIFICATE: CERTIFICATE }, /^AID_TUNNEL_DOMAIN: expected with AID_TUNNEL_CERTIFICATE$/],
    [{ AID_API_CERTIFICATE: 'mine' }, /^AID_API_CERTIFICATE: expected the ARN of a certificate of ACM$/],
    [{ AID_HOSTED_ZONE: 'example.com' }, /^AID_HOSTED_ZONE: expected the id of a hosted zone of Route 53$/],
    [{ AID_HOSTED_ZONE: 'Z0123456789ABC' }, /^AID_HOSTED_ZONE: expected with .* or with a domain: AID_API_DOMAIN, /],
    [{ AID_MAIL_RECORDS: 'dmarc' }, /^AID_MAIL_RECORDS: expected with AID_HOSTED_ZONE, /],
    [
      { AID_MAIL_RECORDS: 'dmarc,txt' },
      /^AID_MAIL_RECORDS\.1: expected all, or some of mail_from, spf, dmarc, mx with /,
    ],
    [{ AID_BACKUP_VAULT: 'aid-copies' }, /^AID_BACKUP_VAULT: expected the ARN of a vault of AWS Backup$/],
    [
      { AID_BACKUP_VAULT: 'arn:aws:backup:eu-west-1:111122223333:plan:x' },
      /^AID_BACKUP_VAULT: expected the ARN of a vault of AWS Backup$/,
    ],
    [{ AID_TUNNEL_DOMAIN: `${'a.'.repeat(115)}example.com` }, /^AID_TUNNEL_DOMAIN: too long for hosts below it$/],
    [{ ...API_DOMAIN, AID_PUBLIC_URL: 'https://x.example' }, /^AID_PUBLIC_URL: expected without AID_API_DOMAIN, /],
    [
      { ...TUNNEL_DOMAIN, AID_TUNNEL_URL: 'https://x.example' },
      /^AID_TUNNEL_URL: expected without AID_TUNNEL_DOMAIN, /,
    ],
    [
      { ...API_DOMAIN, AID_SOCKET_DOMAIN: 'api.example.com', AID_SOCKET_CERTIFICATE: CERTIFICATE },
      /^AID_SOCKET_DOMAIN: expected another name than AID_API_DOMAIN/,
    ],
    [
      { ...TUNNEL_DOMAIN, AID_API_DOMAIN: 'api.tunnels.example.com', AID_API_CERTIFICATE: CERTIFICATE },
      /^AID_API_DOMAIN: expected a name that is not below AID_TUNNEL_DOMAIN/,
    ],
    [{ ...CONSOLE_DOMAIN, AID_CONSOLE: 'false' }, /^AID_CONSOLE_DOMAIN: expected with AID_CONSOLE=true$/],
    [
      { ...CONSOLE_DOMAIN, ...API_DOMAIN, AID_CONSOLE_DOMAIN: 'api.example.com' },
      /^AID_CONSOLE_DOMAIN: expected another name than those of the APIs/,
    ],
    [
      { ...CONSOLE_DOMAIN, ...TUNNEL_DOMAIN, AID_CONSOLE_DOMAIN: 'console.tunnels.example.com' },
      /^AID_CONSOLE_DOMAIN: expected a name that is not below AID_TUNNEL_DOMAIN/,
    ],
    [{ AID_CONSOLE: 'on' }, /^AID_CONSOLE: /],
    [{ ...API_DOMAIN, AID_PROFILE: 'local' }, /^AID_API_DOMAIN: only on AWS; /],
    [{ AID_LOG_RETENTION_DAYS: '8' }, /^AID_LOG_RETENTION_DAYS: expected one of 1, 3, 5, 7, /],
    [{ AID_DELIVERY_RETENTION_DAYS: '0' }, /^AID_DELIVERY_RETENTION_DAYS: expected a whole number/],
    [{ AID_MAIL_RETENTION_DAYS: '0' }, /^AID_MAIL_RETENTION_DAYS: expected a whole number/],
    [{ AID_WAIT_CONCURRENCY: '1.5' }, /^AID_WAIT_CONCURRENCY: expected a whole number/],
    [{ AID_API_RATE: '0' }, /^AID_API_RATE: expected a whole number from 1 to /],
    [{ AID_WEB_ACL_RATE: '9' }, /^AID_WEB_ACL_RATE: expected a whole number from 10 to /],
    [{ AID_ACCOUNT_CONCURRENCY: '0' }, /^AID_ACCOUNT_CONCURRENCY: expected a whole number from 1 to /],
    [
      { AID_ACCOUNT_CONCURRENCY: '1000', AID_WAIT_CONCURRENCY: '301' },
      /^AID_WAIT_CONCURRENCY: 3 × 301 of 1000 leave 97, and Lambda keeps 100 unreserved; expected less, or 0 /,
    ],
    [{ AID_MAIL_DOMAIN: 'agents.localhost' }, /^AID_MAIL_DOMAIN: expected a domain of yours, for example /],
    [{ AID_SENDING_LEASE_SECONDS: '119' }, /^AID_SENDING_LEASE_SECONDS: expected at least 120, /],
    [{ AID_DOMAIN_RAMP: '-1' }, /^AID_DOMAIN_RAMP: expected a whole number from 0 to /],
    [{ AID_RESTORED_TABLE: 'aid-restored' }, /^AID_RESTORED_TABLE: expected the ARN of the stream of a table$/],
    [{ AID_ALARM_EMAIL: 'not-an-address' }, /^AID_ALARM_EMAIL: expected an email address$/],
    [{ AID_ALARM_TOPIC: 'pager' }, /^AID_ALARM_TOPIC: expected the ARN of an SNS topic$/],
    [{ AID_ALLOW_LOOPBACK_RECEIVERS: 'yes' }, /^AID_ALLOW_LOOPBACK_RECEIVERS: /],
    [{ AID_ALLOW_LOOPBACK_RECEIVERS: 'true' }, /^AID_ALLOW_LOOPBACK_RECEIVERS: never on AWS/],
  ])('The stage configuration rejects %j in one line that names the variable', (environment, line) => {
    const refused = () => read(environment as Record<string, string>);
    expect(refused).toThrow(ConfigError);
    expect(refused).toThrow(line);
    expect(refused).not.toThrow(/\n/);
  });
});

describe('the app', () => {
  test('The app stops at a configuration that is rejected, with its one line and without a synthesis', () => {
    const { status, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, '../../bin/app.ts')], {
      env: { PATH: process.env.PATH, AID_ALLOW_LOOPBACK_RECEIVERS: 'true' },
      encoding: 'utf8',
    });
    expect(status).toBe(1);
    expect(stderr.trim()).toBe('AID_ALLOW_LOOPBACK_RECEIVERS: never on AWS; it belongs to AID_PROFILE=local');
  });
});
