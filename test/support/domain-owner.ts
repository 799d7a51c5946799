import {
  AlreadyExistsException,
  CreateEmailIdentityCommand,
  DeleteEmailIdentityCommand,
  DeleteTenantResourceAssociationCommand,
  GetEmailIdentityCommand,
  ListResourceTenantsCommand,
  NotFoundException,
  PutEmailIdentityFeedbackAttributesCommand,
  PutEmailIdentityMailFromAttributesCommand,
  SESv2Client,
} from '@aws-sdk/client-sesv2';
import { mockClient } from 'aws-sdk-client-mock';
import type { Answer } from 'dns-packet';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type DnsServer, startDnsServer } from '#local/emulators/dns/dns-server.ts';

/** A DNS record as the API lists it for a domain. */
export interface ShownRecord {
  purpose: string;
  type: string;
  name: string;
  value: string;
  priority: number | null;
}

interface FakeIdentity {
  tags: { Key?: string | undefined; Value?: string | undefined }[];
  mailFrom: string | undefined;
  /** Whether SES sends bounces and complaints by email too: absent as it begins. */
  feedback?: boolean;
}

const SES = 'arn:aws:ses:eu-central-1:111122223333';

export const identityArn = (domain: string) => `${SES}:identity/${domain}`;

const missing = () => new NotFoundException({ message: 'no such identity', $metadata: {} });

/**
 * The outside systems that mail domains depend on: a DNS zone that a test writes record by record, served over UDP, and
 * an SES that reads the DKIM records from that zone.
 */
export class DomainOwner {
  readonly identities = new Map<string, FakeIdentity>();
  /** The tenants that may send from an identity, by its ARN. SES refuses to delete an identity that has any. */
  readonly tenants = new Map<string, Set<string>>();
  /** The operations that SES was called with. */
  readonly sesCalls: string[] = [];
  /** Names for which the DNS server sends no response. */
  readonly silent = new Set<string>();
  readonly #zone = new Map<string, Answer>();
  #server: DnsServer | undefined;

  async start(): Promise<void> {
    this.#server = await startDnsServer(({ type, name }) => {
      if (this.silent.has(name)) throw new Error('no DNS response');
      const answers = [...this.#zone.values()].filter((answer) => answer.name === name && answer.type === type);
      return answers.length === 0 ? 'no such name' : answers;
    });
    process.env.DNS_SERVER = this.#server.address;
    process.env.STAGE = 'test';
    process.env.SES_ARN_PREFIX = SES;
    process.env.AWS_REGION ??= 'eu-central-1';
  }

  async stop(): Promise<void> {
    await this.#server?.close();
  }

  forget(): void {
    this.identities.clear();
    this.tenants.clear();
    this.silent.clear();
    this.#zone.clear();
    this.sesCalls.length = 0;
  }

  publish(records: readonly ShownRecord[], ...purposes: string[]): void {
    for (const record of records) {
      if (purposes.length > 0 && !purposes.includes(record.purpose)) continue;
      this.#zone.set(`${record.type} ${record.name} ${record.value}`, dnsAnswerOf(record));
    }
  }

  withdraw(records: readonly ShownRecord[], ...purposes: string[]): void {
    for (const record of records) {
      if (purposes.includes(record.purpose)) this.#zone.delete(`${record.type} ${record.name} ${record.value}`);
    }
  }

  /** Replaces SES. */
  fakeSes(): void {
    const ses = mockClient(SESv2Client);
    ses.on(CreateEmailIdentityCommand).callsFake(({ EmailIdentity, Tags = [] }) => {
      this.sesCalls.push(`create ${EmailIdentity}`);
      if (this.identities.has(EmailIdentity))
        throw new AlreadyExistsException({ message: 'the identity exists', $metadata: {} });
      this.identities.set(EmailIdentity, { tags: Tags, mailFrom: undefined });
      return this.#shown(EmailIdentity);
    });
    ses.on(GetEmailIdentityCommand).callsFake(({ EmailIdentity }) => {
      if (!this.identities.has(EmailIdentity)) throw missing();
      return this.#shown(EmailIdentity);
    });
    ses.on(DeleteEmailIdentityCommand).callsFake(({ EmailIdentity }) => {
      this.sesCalls.push(`delete ${EmailIdentity}`);
      if ((this.tenants.get(identityArn(EmailIdentity))?.size ?? 0) > 0) throw new Error('a tenant uses the identity');
      if (!this.identities.delete(EmailIdentity)) throw missing();
      return {};
    });
    ses.on(ListResourceTenantsCommand).callsFake(({ ResourceArn }) => ({
      ResourceTenants: [...(this.tenants.get(ResourceArn) ?? [])].map((TenantName) => ({ TenantName, ResourceArn })),
    }));
    ses.on(DeleteTenantResourceAssociationCommand).callsFake(async ({ TenantName, ResourceArn }) => {
      if (this.tenants.get(ResourceArn)?.delete(TenantName) !== true) throw missing();
      return {};
    });
    ses.on(PutEmailIdentityFeedbackAttributesCommand).callsFake(({ EmailIdentity, EmailForwardingEnabled }) => {
      const identity = this.identities.get(EmailIdentity);
      if (identity === undefined) throw missing();
      identity.feedback = EmailForwardingEnabled;
      return {};
    });
    ses.on(PutEmailIdentityMailFromAttributesCommand).callsFake(({ EmailIdentity, MailFromDomain }) => {
      this.sesCalls.push(`mail-from ${MailFromDomain}`);
      const identity = this.identities.get(EmailIdentity);
      if (identity === undefined) throw missing();
      identity.mailFrom = MailFromDomain;
      return {};
    });
  }

  #shown(name: string) {
    const Tokens = ['one', 'two', 'three'].map((number) => `${number}${name.length}`);
    const published = Tokens.every((token) =>
      this.#zone.has(`CNAME ${token}._domainkey.${name} ${token}.dkim.amazonses.com`),
    );
    const identity = this.identities.get(name);
    return {
      DkimAttributes: { Status: published ? ('SUCCESS' as const) : ('PENDING' as const), Tokens },
      Tags: identity?.tags,
      FeedbackForwardingStatus: identity?.feedback ?? true,
      ...(identity?.mailFrom === undefined ? {} : { MailFromAttributes: { MailFromDomain: identity.mailFrom } }),
    };
  }
}

function dnsAnswerOf({ type, name, value, priority }: ShownRecord): Answer {
  const record = { name, ttl: 0 };
  if (type === 'MX') return { ...record, type, data: { preference: priority ?? 0, exchange: value } };
  return { ...record, type: type as 'TXT' | 'CNAME', data: value };
}

/** One DNS zone and SES for a test file, empty at the start of each test. */
export function useDomainOwner(): DomainOwner {
  const owner = new DomainOwner();
  beforeAll(() => owner.start());
  beforeEach(() => {
    owner.forget();
    owner.fakeSes();
  });
  afterAll(() => owner.stop());
  return owner;
}
