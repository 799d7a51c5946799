import { arn } from '../assembly/aws-identifiers.ts';
import type { Access } from './statements.ts';

interface QueueInput {
  readonly QueueUrl?: string;
}

interface EmailInput {
  readonly FromEmailAddress?: string;
  readonly ConfigurationSetName?: string;
  readonly TenantName?: string;
}

interface TenantInput {
  readonly TenantName?: string;
  readonly ResourceArn?: string;
}

/** A batch needs the permission of its single form. Source: SQS developer guide, API permissions reference. */
export function queueAccess(operation: string, { QueueUrl = '' }: QueueInput): readonly Access[] {
  const action = operation.replace(/Batch$/, '');
  return [{ action: `sqs:${action}`, resource: arn('sqs', QueueUrl.split('/').at(-1) ?? '') }];
}

/** Each pair of an encryption context is a condition key. Source: KMS developer guide, Condition keys. */
export function keyAccess(
  operation: string,
  keyArn: string,
  encryptionContext: Readonly<Record<string, string>> = {},
): readonly Access[] {
  const pairs = Object.entries(encryptionContext).map(([name, value]) => [`kms:EncryptionContext:${name}`, [value]]);
  return [{ action: `kms:${operation}`, resource: keyArn, context: Object.fromEntries(pairs) }];
}

interface SigningKeyInput {
  readonly SigningAlgorithm?: string;
  readonly MessageType?: string;
  readonly PendingWindowInDays?: number;
}

/** The properties and tags of a key are condition keys too. Source: KMS developer guide, Condition keys; ABAC. */
export function signingKeyAccess(
  operation: string,
  keyArn: string,
  tags: Readonly<Record<string, string>>,
  { SigningAlgorithm, MessageType, PendingWindowInDays }: SigningKeyInput,
): readonly Access[] {
  const context = contextOf({
    ...SIGNING_KEY,
    ...prefixed('aws:ResourceTag/', tags),
    'kms:SigningAlgorithm': SigningAlgorithm,
    'kms:MessageType': MessageType,
    'kms:ScheduleKeyDeletionPendingWindowInDays': PendingWindowInDays?.toString(),
  });
  return [{ action: `kms:${operation}`, resource: keyArn, context }];
}

/** A key that is created with tags needs the permission to tag it. Source: KMS API reference, CreateKey. */
export function keyCreationAccess(keyArn: string, tags: Readonly<Record<string, string>>): readonly Access[] {
  const context = contextOf({ ...SIGNING_KEY, ...prefixed('aws:RequestTag/', tags) });
  return [
    { action: 'kms:CreateKey', resource: '*', context },
    { action: 'kms:TagResource', resource: keyArn, context: contextOf(prefixed('aws:RequestTag/', tags)) },
  ];
}

const SIGNING_KEY = { 'kms:KeySpec': 'RSA_2048', 'kms:KeyUsage': 'SIGN_VERIFY' } as const;

function prefixed(prefix: string, values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`${prefix}${name}`, value]));
}

function contextOf(values: Readonly<Record<string, string | undefined>>): Access['context'] {
  const present = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present.map(([name, value]) => [name, [String(value)]]));
}

/** Source: API Gateway developer guide, Control access to a WebSocket API with IAM authorization. */
export function connectionAccess(
  method: string,
  { apiId, stage }: { apiId: string; stage: string },
  connectionId: string,
): readonly Access[] {
  const resource = arn('execute-api', `${apiId}/${stage}/${method}/@connections/${connectionId}`);
  return [{ action: 'execute-api:ManageConnections', resource }];
}

const OBJECT_ACTIONS: Readonly<Record<string, string>> = {
  GET: 's3:GetObject',
  HEAD: 's3:GetObject',
  PUT: 's3:PutObject',
  DELETE: 's3:DeleteObject',
};

export function objectAccess(method: string, bucket: string, key: string, subresource = ''): readonly Access[] {
  if (key === '') return [{ action: 's3:ListBucket', resource: `arn:aws:s3:::${bucket}` }];
  return [
    { action: (OBJECT_ACTIONS[method] ?? `s3:${method}`) + subresource, resource: `arn:aws:s3:::${bucket}/${key}` },
  ];
}

/**
 * Sending needs permission for the sender's identity and the configuration set. The tenant is not a resource of the
 * action, but a condition key.
 *
 * Source: SES developer guide, IAM; Service Authorization Reference, Amazon SES v2 (SendEmail).
 */
export function emailAccess({
  FromEmailAddress = '',
  ConfigurationSetName,
  TenantName,
}: EmailInput): readonly Access[] {
  const domain = /@([^@>\s]+)>?\s*$/.exec(FromEmailAddress)?.[1] ?? '';
  const action = 'ses:SendRawEmail';
  const context = TenantName === undefined ? {} : { context: { 'ses:TenantName': [TenantName] } };
  const identity: Access = { action, resource: arn('ses', `identity/${domain}`), ...context };
  if (ConfigurationSetName === undefined) return [identity];
  return [identity, { action, resource: arn('ses', `configuration-set/${ConfigurationSetName}`), ...context }];
}

/** Source: Service Authorization Reference, Amazon SES v2 (CreateTenant): the id in the ARN does not exist yet. */
export function tenantAccess({ TenantName = '' }: TenantInput): readonly Access[] {
  return [{ action: 'ses:CreateTenant', resource: tenantArn(TenantName) }];
}

/** Source: Service Authorization Reference, Amazon SES v2 (CreateTenantResourceAssociation). */
export function tenantResourceAccess({ TenantName = '', ResourceArn = '' }: TenantInput): readonly Access[] {
  const action = 'ses:CreateTenantResourceAssociation';
  return [
    { action, resource: tenantArn(TenantName) },
    { action, resource: ResourceArn },
  ];
}

/** Source: Service Authorization Reference, Amazon SES v2 (DeleteTenantResourceAssociation). */
export function tenantReleaseAccess({ TenantName = '', ResourceArn = '' }: TenantInput): readonly Access[] {
  const action = 'ses:DeleteTenantResourceAssociation';
  return [
    { action, resource: tenantArn(TenantName) },
    { action, resource: ResourceArn },
  ];
}

/** Source: Service Authorization Reference, Amazon SES v2: these actions have no resources but a tenant. */
export function suppressionAccess(action: string, { TenantName }: TenantInput): readonly Access[] {
  return [{ action: `ses:${action}`, resource: TenantName === undefined ? '*' : tenantArn(TenantName) }];
}

/** Source: Service Authorization Reference, Amazon SES v2 (ListResourceTenants). */
export function resourceTenantsAccess({ ResourceArn = '' }: TenantInput): readonly Access[] {
  return [{ action: 'ses:ListResourceTenants', resource: ResourceArn }];
}

function tenantArn(name: string): string {
  return arn('ses', `tenant/${name}/any`);
}
