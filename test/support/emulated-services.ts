import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { beforeAll } from 'vitest';
import { arn, REGION } from '#local/assembly/aws-identifiers.ts';
import { startAwsEndpoint } from '#local/emulators/aws-endpoint.ts';
import { startDnsServer } from '#local/emulators/dns/dns-server.ts';
import { allRecordsZone } from '#local/emulators/dns/wildcard-zone.ts';
import { Identities } from '#local/emulators/email/identities.ts';
import { ObjectStore } from '#local/emulators/objects/object-store.ts';
import { openDatabase } from '#local/state/database.ts';
import { makeTemporaryFolder } from '#local/state/temporary-folder.ts';

const BUCKET = 'mail';

let started: Promise<Record<string, string>> | undefined;

/**
 * Runs the S3, SES and DNS of the local profile for all test files of a process, which they end with, and sets the
 * environment by which operations find them. Call it after `useEngine`, because it replaces the region of the engine.
 */
export function useEmulatedServices(): void {
  beforeAll(async () => {
    started ??= start(process.env.AWS_SECRET_ACCESS_KEY ?? '');
    Object.assign(process.env, await started);
  });
}

/** Returns the variables of the environment. */
async function start(secret: string): Promise<Record<string, string>> {
  const dir = makeTemporaryFolder(tmpdir(), 'aid-services');
  process.once('exit', () => rmSync(dir, { recursive: true, force: true }));
  const database = openDatabase({ dir, ephemeral: true });
  const objects = new ObjectStore([BUCKET], { dir }, database);
  const identities = new Identities(database, () => false);
  const aws = await startAwsEndpoint(secret);
  // Nothing else is called.
  aws.open({ objects, identities, access: undefined } as Parameters<typeof aws.open>[0]);
  const dns = await startDnsServer(allRecordsZone);
  return {
    AWS_REGION: REGION,
    AWS_ENDPOINT_URL_S3: aws.url,
    AWS_ENDPOINT_URL_SESV2: aws.url,
    DNS_SERVER: dns.address,
    MAIL_BUCKET: BUCKET,
    SES_ARN_PREFIX: arn('ses', '').replace(/:$/, ''),
    INBOUND_TOPICS: '[]',
    MCP_ORIGINS: '[]',
    SOCKET_URL: 'wss://sockets.test/test',
    TUNNEL_URL: 'https://*.tunnels.test',
    POWERTOOLS_METRICS_DISABLED: 'true',
  };
}
