import { randomBytes } from 'node:crypto';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { ApiClient, type Body } from '#scripts/smoke/api-client.ts';
import { eventually } from '../../support/eventually.ts';
import { ACCOUNT, type Account, REGION } from './engine.ts';
import { queryApi } from './query-api.ts';
import { STAGE } from './stage.ts';

/** An agent of an organization, with the keys of both. */
export interface Tenant {
  readonly orgKey: string;
  readonly agentId: string;
  readonly agentKey: string;
  readonly address: string;
}

/** A client of the deployed API. */
export class Walk {
  readonly #account: Account;
  readonly #api: ApiClient;

  constructor(account: Account, api: string) {
    this.#account = account;
    this.#api = new ApiClient(api);
  }

  call(method: string, path: string, key?: string, body?: object): Promise<Body> {
    return this.#api.call(method, path, { key, ...(body !== undefined && { body }) });
  }

  /** Creates an organization with an agent, and an endpoint that no one serves. */
  async tenant(): Promise<Tenant> {
    const slug = `walk-${randomBytes(4).toString('hex')}`;
    const organization = await this.call('POST', '/v1/organizations', undefined, { name: 'Walk', slug });
    const orgKey: string = organization.admin_api_key;
    const agent = await this.call('POST', '/v1/identities', orgKey, { handle: slug, display_name: 'Walker' });
    const { key } = await this.call('POST', '/v1/api-keys', orgKey, { name: 'walk', identity_id: agent.id });
    await this.call('POST', '/v1/webhooks', orgKey, { url: 'https://receiver.invalid/hook' });
    return { orgKey, agentId: agent.id, agentKey: key, address: agent.email_address };
  }

  /** Receives an email, and waits for it. Returns the subject as stored. */
  async receiveMail({ agentId, agentKey, address }: Tenant, bucket: string): Promise<string> {
    const id = randomBytes(12).toString('hex');
    const subject = `Order ${id}`;
    const raw = `From: ada@example.com\r\nTo: ${address}\r\nSubject: ${subject}\r\nMessage-ID: <${id}@x>\r\n\r\nHi\r\n`;
    await this.receive(Buffer.from(raw), { from: 'ada@example.com', to: [address], isVerified: true }, bucket);
    return eventually(async () => {
      const { messages } = await this.call('GET', `/v1/identities/${agentId}/mail/messages`, agentKey);
      const found = messages.find((message: Body) => message.subject === subject);
      if (found === undefined) throw new Error('the mail has not arrived');
      return found.subject as string;
    }, 60_000);
  }

  /** Receives an email as SES does: the raw mail in the bucket, then a notification. */
  async receive(raw: Buffer, envelope: Envelope, bucket: string): Promise<void> {
    const messageId = randomBytes(12).toString('hex');
    const objectKey = `inbound/${messageId}`;
    const { env, endpoint } = this.#account;
    const credentials = { accessKeyId: env.AWS_ACCESS_KEY_ID ?? '', secretAccessKey: env.AWS_SECRET_ACCESS_KEY ?? '' };
    const s3 = new S3Client({ endpoint, region: REGION, forcePathStyle: true, credentials });
    await s3.send(new PutObjectCommand({ Bucket: bucket, Key: objectKey, Body: raw }));
    await queryApi(this.#account, 'sns', {
      Action: 'Publish',
      TopicArn: `arn:aws:sns:${REGION}:${ACCOUNT}:aid-${STAGE}-inbound-mail`,
      Message: JSON.stringify(notification({ messageId, objectKey, bucket, envelope })),
    });
  }

  /** Waits for an event of a type by long poll. */
  async waitFor({ agentKey }: Tenant, type: string): Promise<Body> {
    const since = encodeURIComponent(new Date(0).toISOString());
    const { event } = await this.call('GET', `/v1/events/wait?type=${type}&since=${since}`, agentKey);
    if (event === null) throw new Error(`no event ${type}`);
    return event;
  }

  /** Waits until a delivery of an event of this type was attempted, and returns it: its endpoint has no address. */
  attemptedDelivery({ orgKey }: Tenant, type: string): Promise<Body> {
    return eventually(async () => {
      const { deliveries } = await this.call('GET', '/v1/webhooks/deliveries', orgKey);
      const attempted = deliveries.find((one: Body) => one.event_type === type && one.attempt_count > 0);
      if (attempted === undefined) throw new Error(`no attempt yet of ${deliveries.length} deliveries`);
      return attempted;
    }, 60_000);
  }
}

/** The addresses of an SMTP transaction, and whether SES has verified the sender. */
export interface Envelope {
  readonly from: string;
  readonly to: readonly string[];
  readonly isVerified: boolean;
}

interface Arrival {
  readonly messageId: string;
  readonly objectKey: string;
  readonly bucket: string;
  readonly envelope: Envelope;
}

/** The notification of a receipt rule. See: SES developer guide, Contents of notifications for SES email receiving. */
function notification({ messageId, objectKey, bucket, envelope: { from, to, isVerified } }: Arrival) {
  const timestamp = new Date().toISOString();
  const pass = { status: 'PASS' };
  const sender = isVerified ? pass : { status: 'GRAY' };
  return {
    notificationType: 'Received',
    mail: { timestamp, messageId, source: from, destination: to },
    receipt: {
      timestamp,
      recipients: to,
      spamVerdict: pass,
      virusVerdict: pass,
      spfVerdict: sender,
      dkimVerdict: sender,
      dmarcVerdict: sender,
      processingTimeMillis: 1,
      action: { type: 'S3', bucketName: bucket, objectKey },
    },
  };
}
