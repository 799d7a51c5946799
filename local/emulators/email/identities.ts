import { createHash } from 'node:crypto';
import { arn, REGION } from '../../assembly/aws-identifiers.ts';
import { ServiceError } from '../../http/service-error.ts';
import type { Database } from '../../state/database.ts';
import type { IsVerified } from './sender-identity.ts';

interface Tag {
  readonly Key: string;
  readonly Value: string;
}

export interface CreateInput {
  readonly EmailIdentity?: string;
  readonly Tags?: readonly Tag[];
}

export interface MailFromInput {
  readonly MailFromDomain?: string;
  readonly BehaviorOnMxFailure?: string;
}

export interface FeedbackInput {
  readonly EmailForwardingEnabled?: boolean;
}

interface Row {
  readonly name: string;
  readonly tags: string;
  readonly mail_from: string | null;
}

/** Names without any records (RFC 6761, section 6.4), to try a proof that never appears. */
const NEVER = /(?:^|\.)invalid$/;

const DOMAIN = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/;

/**
 * Domain identities of SES v2 with Easy DKIM. The records of each are found at once, as if its owner had set them,
 * except under `.invalid`. The identities of the templates exist from the start.
 *
 * Source: SES API v2 reference, CreateEmailIdentity, GetEmailIdentity, DeleteEmailIdentity,
 * PutEmailIdentityMailFromAttributes, PutEmailIdentityFeedbackAttributes.
 */
export class Identities {
  readonly #statements;
  readonly #isOfTemplate: IsVerified;
  readonly #withoutRecords = new Set<string>();

  constructor(database: Database, isOfTemplate: IsVerified) {
    this.#isOfTemplate = isOfTemplate;
    this.#statements = {
      insert: database.prepare('INSERT OR IGNORE INTO identities (name, tags) VALUES (?, ?)'),
      find: database.prepare('SELECT name, tags, mail_from FROM identities WHERE name = ?'),
      endFeedback: database.prepare('INSERT OR IGNORE INTO identities_without_feedback (name) VALUES (?)'),
      startFeedback: database.prepare('DELETE FROM identities_without_feedback WHERE name = ?'),
      withoutFeedback: database.prepare('SELECT 1 FROM identities_without_feedback WHERE name = ?'),
      mailFrom: database.prepare('UPDATE identities SET mail_from = ? WHERE name = ?'),
      tenantUse: database.prepare('SELECT 1 FROM tenant_resources WHERE arn = ? LIMIT 1'),
      remove: database.prepare('DELETE FROM identities WHERE name = ?'),
    };
  }

  /** Has the records of a domain disappear from DNS, or be there again, for alarm drills. */
  setProved(identity: string, isProved: boolean): void {
    if (isProved) this.#withoutRecords.delete(identity.toLowerCase());
    else this.#withoutRecords.add(identity.toLowerCase());
  }

  /** Whether the identity may send and receive mail. */
  readonly isVerified: IsVerified = (identity) => {
    const name = identity.toLowerCase();
    if (this.#withoutRecords.has(name)) return false;
    return this.#isOfTemplate(name) || (this.#find(name) !== undefined && !NEVER.test(name));
  };

  create({ EmailIdentity = '', Tags = [] }: CreateInput): object {
    const name = EmailIdentity.toLowerCase();
    if (!DOMAIN.test(name)) throw new ServiceError('BadRequestException', `Invalid identity: ${EmailIdentity}`);
    if (this.#isOfTemplate(name) || this.#statements.insert.run(name, JSON.stringify(Tags)).changes === 0) {
      throw new ServiceError('AlreadyExistsException', `Email identity ${name} already exists.`);
    }
    return this.#signing(name);
  }

  get(identity: string): object {
    const name = identity.toLowerCase();
    const row = this.#require(name);
    return {
      ...this.#signing(name),
      FeedbackForwardingStatus: this.#statements.withoutFeedback.get(name) === undefined,
      Policies: {},
      Tags: JSON.parse(row.tags),
      MailFromAttributes: {
        BehaviorOnMxFailure: 'USE_DEFAULT_VALUE',
        ...(row.mail_from === null ? {} : { MailFromDomain: row.mail_from, MailFromDomainStatus: 'SUCCESS' }),
      },
    };
  }

  delete(identity: string): object {
    const name = identity.toLowerCase();
    this.#require(name);
    if (this.#statements.tenantUse.get(arn('ses', `identity/${name}`)) !== undefined) {
      throw new ServiceError('ConflictException', `Identity ${name} is associated with a tenant.`, 409);
    }
    this.#statements.remove.run(name);
    this.#statements.startFeedback.run(name);
    return {};
  }

  setMailFrom(identity: string, { MailFromDomain = '' }: MailFromInput): object {
    const name = identity.toLowerCase();
    this.#require(name);
    if (MailFromDomain !== '' && !MailFromDomain.toLowerCase().endsWith(`.${name}`)) {
      throw new ServiceError('BadRequestException', `${MailFromDomain} is not a subdomain of ${name}.`);
    }
    this.#statements.mailFrom.run(MailFromDomain === '' ? null : MailFromDomain, name);
    return {};
  }

  setFeedback(identity: string, { EmailForwardingEnabled = false }: FeedbackInput): object {
    const name = identity.toLowerCase();
    this.#require(name);
    this.#statements[EmailForwardingEnabled ? 'startFeedback' : 'endFeedback'].run(name);
    return {};
  }

  #signing(name: string): object {
    const verified = this.isVerified(name);
    return {
      IdentityType: 'DOMAIN',
      VerifiedForSendingStatus: verified,
      DkimAttributes: {
        SigningEnabled: true,
        Status: verified ? 'SUCCESS' : this.#withoutRecords.has(name) ? 'FAILED' : 'PENDING',
        Tokens: [1, 2, 3].map((number) => tokenOf(`${number} ${name}`)),
        SigningHostedZone: 'dkim.amazonses.com',
        SigningAttributesOrigin: 'AWS_SES',
        CurrentSigningKeyLength: 'RSA_2048_BIT',
      },
    };
  }

  #find(name: string): Row | undefined {
    const row = this.#statements.find.get(name);
    return (
      row && {
        name: String(row.name),
        tags: String(row.tags),
        mail_from: row.mail_from === null ? null : String(row.mail_from),
      }
    );
  }

  #require(name: string): Row {
    const row = this.#find(name);
    if (row !== undefined) return row;
    if (this.#isOfTemplate(name)) return { name, tags: '[]', mail_from: null };
    throw new ServiceError('NotFoundException', `Email identity ${name} does not exist in ${REGION}.`, 404);
  }
}

/** The form of SES's own tokens: 32 lower-case letters and digits. */
function tokenOf(text: string): string {
  return BigInt(`0x${createHash('sha256').update(text).digest('hex')}`)
    .toString(36)
    .slice(0, 32)
    .padStart(32, '0');
}
