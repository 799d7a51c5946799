import { describe, expect, test } from 'vitest';
import { type AidSettings, settingNameOf, variablesOf } from '#lib/aid-settings.ts';
import { readConfig } from '#lib/config.ts';
import { STAGE_VARIABLES } from '#lib/stage-variables.ts';

/** The variables that are for one machine only, where no app of someone else adds the service. */
const LOCAL = ['AID_PROFILE', 'AID_ALLOW_LOOPBACK_RECEIVERS'] as const;

type Camel<S extends string> = S extends `${infer A}_${infer B}`
  ? `${Lowercase<A>}${Capitalize<Camel<B>>}`
  : Lowercase<S>;
type Variable = Exclude<keyof typeof STAGE_VARIABLES, (typeof LOCAL)[number]>;
type Name = Variable extends `AID_${infer Rest}` ? Camel<Rest> : never;

const SETTINGS = {
  stage: 'prod',
  mailDomain: 'agents.example.com',
  deliveryDelays: [5, 60],
  limits: { verifiedAgents: 500 },
  inboundTopics: ['arn:aws:sns:eu-central-1:111122223333:mail'],
  mcpOrigins: ['https://app.example.com', 'https://chat.example.com'],
  apiDomain: 'api.example.com',
  apiCertificate: 'arn:aws:acm:eu-central-1:111122223333:certificate/1',
  socketDomain: 'ws.example.com',
  socketCertificate: 'arn:aws:acm:eu-central-1:111122223333:certificate/2',
  tunnelDomain: 'tunnels.example.com',
  tunnelCertificate: 'arn:aws:acm:eu-central-1:111122223333:certificate/3',
  consoleDomain: 'console.example.com',
  consoleCertificate: 'arn:aws:acm:eu-central-1:111122223333:certificate/4',
  hostedZone: 'Z1234',
  mailRecords: ['spf', 'dmarc'],
  publicUrl: undefined,
  tunnelUrl: undefined,
  runbookUrl: 'https://wiki.example/runbook',
  tunnelRequestsPerSecond: 10,
  socketRate: 11,
  handshakeRate: 12,
  log: 'warn',
  logRetentionDays: 14,
  mailRetentionDays: 15,
  deliveryRetentionDays: 16,
  webhookFailingDays: 17,
  keepResponses: false,
  accountConcurrency: 1000,
  waitConcurrency: 18,
  apiRate: 19,
  openApiRate: 20,
  webAclRate: 1000,
  deliveryConcurrency: 21,
  streamConcurrency: 22,
  inboundMail: false,
  inboundConcurrency: 23,
  sesRate: 24,
  sesTenants: false,
  sendConcurrency: 25,
  sendingLeaseSeconds: 200,
  domainRamp: 26,
  release: 'canary',
  xray: true,
  console: true,
  signingKeys: 'kms',
  alarmEmail: 'night@example.com',
  heartbeatWays: false,
  alarmTopic: 'arn:aws:sns:eu-central-1:111122223333:pager',
  restoredTable: 'arn:aws:dynamodb:eu-central-1:111122223333:table/restored/stream/1',
  backupVault: 'arn:aws:backup:eu-west-1:999988887777:backup-vault:copies',
  // A setting that is missing here, or that no variable has, does not compile.
} satisfies { [N in Name]: AidSettings[N] } & Record<keyof AidSettings, unknown>;

describe('settings of the construct', () => {
  test('Each variable of a stage on AWS is a setting of the construct, and the other way round', () => {
    const names = Object.keys(STAGE_VARIABLES).filter((name) => !(LOCAL as readonly string[]).includes(name));
    expect(Object.keys(SETTINGS).toSorted()).toEqual(names.map(settingNameOf).toSorted());
    const set = Object.entries(SETTINGS).filter(([, value]) => value !== undefined);
    expect(Object.keys(variablesOf(SETTINGS)).map(settingNameOf)).toEqual(set.map(([name]) => name));
  });

  test('Settings of every kind are read as the variables that say the same', () => {
    expect(readConfig(variablesOf(SETTINGS))).toEqual(
      readConfig({
        AID_STAGE: 'prod',
        AID_MAIL_DOMAIN: 'agents.example.com',
        AID_DELIVERY_DELAYS: '5,60',
        AID_LIMITS: '{"verifiedAgents":500}',
        AID_INBOUND_TOPICS: 'arn:aws:sns:eu-central-1:111122223333:mail',
        AID_MCP_ORIGINS: 'https://app.example.com,https://chat.example.com',
        AID_API_DOMAIN: 'api.example.com',
        AID_API_CERTIFICATE: SETTINGS.apiCertificate,
        AID_SOCKET_DOMAIN: 'ws.example.com',
        AID_SOCKET_CERTIFICATE: SETTINGS.socketCertificate,
        AID_TUNNEL_DOMAIN: 'tunnels.example.com',
        AID_TUNNEL_CERTIFICATE: SETTINGS.tunnelCertificate,
        AID_CONSOLE_DOMAIN: 'console.example.com',
        AID_CONSOLE_CERTIFICATE: SETTINGS.consoleCertificate,
        AID_HOSTED_ZONE: 'Z1234',
        AID_MAIL_RECORDS: 'spf,dmarc',
        AID_RUNBOOK_URL: 'https://wiki.example/runbook',
        AID_TUNNEL_REQUESTS_PER_SECOND: '10',
        AID_SOCKET_RATE: '11',
        AID_HANDSHAKE_RATE: '12',
        AID_LOG: 'warn',
        AID_LOG_RETENTION_DAYS: '14',
        AID_MAIL_RETENTION_DAYS: '15',
        AID_DELIVERY_RETENTION_DAYS: '16',
        AID_WEBHOOK_FAILING_DAYS: '17',
        AID_KEEP_RESPONSES: 'false',
        AID_ACCOUNT_CONCURRENCY: '1000',
        AID_WAIT_CONCURRENCY: '18',
        AID_API_RATE: '19',
        AID_OPEN_API_RATE: '20',
        AID_WEB_ACL_RATE: '1000',
        AID_DELIVERY_CONCURRENCY: '21',
        AID_STREAM_CONCURRENCY: '22',
        AID_INBOUND_MAIL: 'false',
        AID_INBOUND_CONCURRENCY: '23',
        AID_SES_RATE: '24',
        AID_SES_TENANTS: 'false',
        AID_SEND_CONCURRENCY: '25',
        AID_SENDING_LEASE_SECONDS: '200',
        AID_DOMAIN_RAMP: '26',
        AID_RELEASE: 'canary',
        AID_XRAY: 'true',
        AID_CONSOLE: 'true',
        AID_SIGNING_KEYS: 'kms',
        AID_ALARM_EMAIL: 'night@example.com',
        AID_ALARM_TOPIC: SETTINGS.alarmTopic,
        AID_HEARTBEAT_WAYS: 'false',
        AID_RESTORED_TABLE: SETTINGS.restoredTable,
        AID_BACKUP_VAULT: SETTINGS.backupVault,
      }),
    );
  });
});
