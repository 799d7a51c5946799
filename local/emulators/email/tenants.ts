import { randomBytes } from 'node:crypto';
import { ACCOUNT, arn, REGION } from '../../assembly/aws-identifiers.ts';
import { ServiceError } from '../../http/service-error.ts';
import type { Database } from '../../state/database.ts';
import type { SuppressionLists, SuppressionSettings } from './suppression.ts';

interface Tenant {
  readonly name: string;
  readonly id: string;
}

interface TenantInput {
  readonly TenantName?: string;
  readonly ResourceArn?: string;
  readonly SuppressionAttributes?: SuppressionSettings;
  readonly Tags?: readonly { readonly Key: string; readonly Value: string }[];
}

const NAME = /^[A-Za-z0-9_-]{1,64}$/;
const RESOURCE = new RegExp(`^arn:aws:ses:${REGION}:${ACCOUNT}:(?:identity|configuration-set|template)/.+$`);

/**
 * SES tenants: each has a name and the resources it may send with. Changes are on disk before the response.
 *
 * Source: SES API v2 reference, CreateTenant, CreateTenantResourceAssociation; SES developer guide, Tenants.
 */
export class Tenants {
  readonly #statements;
  readonly #suppression: SuppressionLists;

  constructor(database: Database, suppression: SuppressionLists) {
    this.#suppression = suppression;
    this.#statements = {
      insert: database.prepare('INSERT OR IGNORE INTO tenants (name, id, created_at) VALUES (?, ?, ?)'),
      find: database.prepare('SELECT name, id FROM tenants WHERE name = ?'),
      associate: database.prepare('INSERT OR IGNORE INTO tenant_resources (tenant_id, arn) VALUES (?, ?)'),
      dissociate: database.prepare('DELETE FROM tenant_resources WHERE tenant_id = ? AND arn = ?'),
      tenantsOf: database.prepare(
        'SELECT name, id FROM tenants JOIN tenant_resources ON tenant_id = id WHERE arn = ? ORDER BY name',
      ),
      resources: database.prepare('SELECT arn FROM tenant_resources WHERE tenant_id = ?'),
    };
  }

  create({ TenantName: name = '', Tags = [], SuppressionAttributes = {} }: TenantInput) {
    if (!NAME.test(name)) {
      throw new ServiceError(
        'BadRequestException',
        'A tenant name has 1 to 64 letters, digits, hyphens and underscores.',
      );
    }
    const createdAt = Date.now();
    const id = `tn-${randomBytes(15).toString('hex')}`;
    if (this.#statements.insert.run(name, id, createdAt).changes === 0) {
      throw new ServiceError('AlreadyExistsException', `Tenant with name ${name} already exists in account ${ACCOUNT}`);
    }
    this.#suppression.configure(name, SuppressionAttributes);
    return {
      TenantName: name,
      TenantId: id,
      TenantArn: arn('ses', `tenant/${name}/${id}`),
      CreatedTimestamp: createdAt / 1000,
      SendingStatus: 'ENABLED',
      Tags,
    };
  }

  associate({ TenantName = '', ResourceArn = '' }: TenantInput): object {
    const tenant = this.#find(TenantName);
    if (tenant === undefined)
      throw new ServiceError('NotFoundException', `Tenant <${TenantName}> does not exist.`, 404);
    if (!RESOURCE.test(ResourceArn)) {
      throw new ServiceError(
        'BadRequestException',
        `${ResourceArn} is not an identity, configuration set or template here.`,
      );
    }
    if (this.#statements.associate.run(tenant.id, ResourceArn).changes === 0) {
      const message = `Resources ${ResourceArn} has already been associated with tenant ${TenantName}`;
      throw new ServiceError('AlreadyExistsException', message);
    }
    return {};
  }

  dissociate({ TenantName = '', ResourceArn = '' }: TenantInput): object {
    const tenant = this.#find(TenantName);
    if (tenant === undefined || this.#statements.dissociate.run(tenant.id, ResourceArn).changes === 0) {
      throw new ServiceError('NotFoundException', `${ResourceArn} is not associated with tenant ${TenantName}.`, 404);
    }
    return {};
  }

  tenantsOf({ ResourceArn = '' }: TenantInput): object {
    const rows = this.#statements.tenantsOf.all(ResourceArn);
    return {
      ResourceTenants: rows.map(({ name, id }) => ({ TenantName: String(name), TenantId: String(id), ResourceArn })),
    };
  }

  /** Throws the error of SES for mail on behalf of an unknown tenant. */
  require(name: string): void {
    if (this.#find(name) !== undefined) return;
    throw new ServiceError('NotFoundException', `Tenant ${name} for AwsAccountId ${ACCOUNT} not found.`, 404);
  }

  /** Throws the error of SES for mail with resources that the tenant may not use. */
  requireResources(name: string, resources: readonly string[]): void {
    const rows = this.#statements.resources.all(this.#find(name)?.id ?? '');
    const associated = new Set(rows.map((row) => String(row.arn)));
    const missing = resources.map((resource) => arn('ses', resource)).filter((one) => !associated.has(one));
    if (missing.length === 0) return;
    throw new ServiceError(
      'AccessDeniedException',
      `Tenant not associated with resources [${missing.join(', ')}].`,
      403,
    );
  }

  #find(name: string): Tenant | undefined {
    const row = this.#statements.find.get(name);
    return row && { name: String(row.name), id: String(row.id) };
  }
}
