import { describe, expect, test } from 'vitest';
import { emailAccess, tenantAccess, tenantResourceAccess } from '#local/access/service-accesses.ts';
import { type Access, isAllowed, type Statement } from '#local/access/statements.ts';
import { type PartitionKeys, tableAccesses } from '#local/access/table-accesses.ts';

const TABLE = 'arn:aws:dynamodb:us-east-1:000000000000:table/t';
const KEYS: PartitionKeys = new Map([
  [
    't',
    new Map([
      ['', 'pk'],
      ['due', 'due_pk'],
    ]),
  ],
]);
const POLICY: readonly Statement[] = [
  {
    Effect: 'Allow',
    Action: ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:Query'],
    Resource: TABLE,
    Condition: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['ORG#*', 'EVENT#*'] } },
  },
  {
    Effect: 'Allow',
    Action: 'kms:Decrypt',
    Resource: '*',
    Condition: { StringEquals: { 'kms:ViaService': 'dynamodb' } },
  },
];

const allowed = (operation: string, input: object) =>
  tableAccesses(operation, input, KEYS).every((access) => isAllowed(POLICY, access));

describe('table requests', () => {
  const put = (pk: string) => ({ Put: { TableName: 't', Item: { pk: { S: pk } } } });
  const query = (pk: string, extra: object = {}) => ({
    TableName: 't',
    KeyConditionExpression: '#a = :b AND begins_with(#c, :d)',
    ExpressionAttributeNames: { '#a': 'pk', '#c': 'sk' },
    ExpressionAttributeValues: { ':b': { S: pk }, ':d': { S: 'x' } },
    ...extra,
  });

  test.each<[string, string, object, boolean]>([
    ['a key within the prefixes', 'GetItem', { TableName: 't', Key: { pk: { S: 'ORG#1' } } }, true],
    ['a key outside', 'GetItem', { TableName: 't', Key: { pk: { S: 'KEY#1' } } }, false],
    ['an action that is not granted', 'DeleteItem', { TableName: 't', Key: { pk: { S: 'ORG#1' } } }, false],
    ['a query of its own partition', 'Query', query('EVENT#1'), true],
    ['a query of another partition', 'Query', query('KEY#1'), false],
    ['a query of an index', 'Query', query('EVENT#1', { IndexName: 'due' }), false],
    [
      'a transaction of allowed elements',
      'TransactWriteItems',
      { TransactItems: [put('ORG#1'), put('EVENT#1')] },
      true,
    ],
    [
      'a transaction with one element outside',
      'TransactWriteItems',
      { TransactItems: [put('ORG#1'), put('KEY#1')] },
      false,
    ],
    [
      'a condition check without the right to it',
      'TransactWriteItems',
      { TransactItems: [{ ConditionCheck: { TableName: 't', Key: { pk: { S: 'ORG#1' } } } }] },
      false,
    ],
    ['a scan', 'Scan', { TableName: 't' }, false],
  ])(
    'A table request is allowed only for granted actions, keys and indexes: %s (%s)',
    (_name, operation, input, expected) => {
      expect(allowed(operation, input)).toBe(expected);
    },
  );
});

test('A policy condition on a key that the request lacks does not match', () => {
  const access = { action: 'kms:Decrypt', resource: 'key' };
  expect(isAllowed(POLICY, access)).toBe(false);
  expect(isAllowed(POLICY, { ...access, context: { 'kms:ViaService': ['dynamodb'] } })).toBe(true);
});

test('A Deny statement overrides every Allow statement', () => {
  const deny: Statement = { Effect: 'Deny', Action: 'dynamodb:*', Resource: '*' };
  expect(isAllowed([...POLICY, deny], { action: 'dynamodb:GetItem', resource: TABLE })).toBe(false);
});

describe('mail', () => {
  const ses = (resource: string) => `arn:aws:ses:us-east-1:000000000000:${resource}`;
  const policy: readonly Statement[] = [
    { Effect: 'Allow', Action: 'ses:SendRawEmail', Resource: [ses('identity/a.test'), ses('configuration-set/ours')] },
    { Effect: 'Allow', Action: 'ses:CreateTenant', Resource: ses('tenant/*') },
    {
      Effect: 'Allow',
      Action: 'ses:CreateTenantResourceAssociation',
      Resource: [ses('tenant/*'), ses('identity/*'), ses('configuration-set/ours')],
    },
  ];
  const mayAll = (accesses: readonly Access[]) => accesses.every((access) => isAllowed(policy, access));
  const mail = { FromEmailAddress: 'Ada <ada@a.test>', ConfigurationSetName: 'ours', TenantName: 'org_1' };

  test.each<[string, object, boolean]>([
    ['of a domain, with a configuration set that is named', mail, true],
    ['of another domain', { ...mail, FromEmailAddress: 'ada@b.test' }, false],
    ['with another configuration set', { ...mail, ConfigurationSetName: 'theirs' }, false],
  ])('A policy for SES checks the identity and the configuration set of a mail %s', (_what, input, expected) => {
    expect(mayAll(emailAccess(input))).toBe(expected);
  });

  test('An email carries its tenant as a condition key', () => {
    const bounded = policy.map((statement) => ({
      ...statement,
      Condition: { StringLike: { 'ses:TenantName': 'org_*' } },
    }));
    const may = (input: object) => emailAccess(input).every((access) => isAllowed(bounded, access));
    expect([may(mail), may({ ...mail, TenantName: 'other' }), may({ ...mail, TenantName: undefined })]).toEqual([
      true,
      false,
      false,
    ]);
  });

  test('Policies grant access to tenants and their resources by name', () => {
    expect(mayAll(tenantAccess({ TenantName: 'org_1' }))).toBe(true);
    const use = (resource: string) => mayAll(tenantResourceAccess({ TenantName: 'org_1', ResourceArn: ses(resource) }));
    expect([use('identity/b.test'), use('configuration-set/ours'), use('configuration-set/theirs')]).toEqual([
      true,
      true,
      false,
    ]);
  });
});
