import { describe, expect, test } from 'vitest';
import { ACCESS } from '#lib/function-access.ts';
import { FUNCTION_NAMES, type FunctionName, functionOf } from '#lib/functions.ts';
import { SERVED_ROUTES } from '#shared/contract/table.ts';
import { PREFIX, type RowKind } from '#shared/data/table.ts';
import { resourcesOf, type Statement, statementsOf, synthesize } from './stage.ts';

const { dataTemplate, serviceTemplate } = synthesize();
const statements = [...statementsOf(dataTemplate), ...statementsOf(serviceTemplate)];
const STREAM_ACTIONS = ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'].map((a) => `dynamodb:${a}`);
const counting = statements.filter(({ actions }) => actions.includes('dynamodb:Scan'));
const onTable = statements.filter(
  (one) =>
    !counting.includes(one) &&
    one.actions.some((action) => action.startsWith('dynamodb:') && !STREAM_ACTIONS.includes(action)),
);

/** The partition key prefixes that the policy of a function allows for `action`. */
function prefixesFor(functionName: string, action: string): string[] {
  const roleOf = new Map(
    resourcesOf(serviceTemplate, 'AWS::Lambda::Function').map(([, { Properties }]) => [
      Properties.FunctionName as string,
      Properties.Role['Fn::GetAtt'][0] as string,
    ]),
  );
  const role = roleOf.get(`aid-dev-${functionName}`);
  const mine = resourcesOf(serviceTemplate, 'AWS::IAM::Policy').filter(([, { Properties }]) =>
    Properties.Roles.some((one: { Ref: string }) => one.Ref === role),
  );
  return mine
    .flatMap(([, { Properties }]) => Properties.PolicyDocument.Statement as Statement[])
    .filter((statement) => [statement.Action].flat().includes(action))
    .filter((statement) => !JSON.stringify(statement.Resource).includes('/index/'))
    .flatMap((statement) => statement.Condition?.['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'] as string[])
    .sort();
}

const prefixes = (kinds: readonly RowKind[]) => [...new Set(kinds)].map((kind) => `${PREFIX[kind]}*`).sort();

describe('permissions', () => {
  test('Permissions never include a PartiQL statement or a wildcard of DynamoDB actions, and a Scan only to count rows', () => {
    const forbidden = /^(\*|dynamodb:(\*|.*\*|PartiQL.*))$/;
    expect(statements.flatMap(({ actions }) => actions).filter((action) => forbidden.test(action))).toEqual([]);
    expect(counting.map(({ policy }) => policy)).toEqual([expect.stringMatching(/^LayoutGuardWorker/)]);
    for (const { actions, statement } of counting) {
      expect(actions).toEqual(['dynamodb:Scan']);
      expect(statement.Condition).toEqual({ StringEquals: { 'dynamodb:Select': 'COUNT' } });
    }
  });

  test('Permissions never include a wildcard of actions', () => {
    expect(statements.flatMap(({ actions }) => actions).filter((action) => action.includes('*'))).toEqual([]);
  });

  test.each(FUNCTION_NAMES)(
    'The function %s reads and writes exactly the rows of the access table, by prefix',
    (name) => {
      expect(prefixesFor(name, 'dynamodb:GetItem')).toEqual(prefixes(ACCESS[name].read));
      expect(prefixesFor(name, 'dynamodb:UpdateItem')).toEqual(prefixes(ACCESS[name].write));
      const { write, insert = [] } = ACCESS[name];
      expect(prefixesFor(name, 'dynamodb:PutItem')).toEqual(prefixes([...write, ...insert]));
      const { check = [] } = ACCESS[name];
      expect(prefixesFor(name, 'dynamodb:ConditionCheckItem')).toEqual(prefixes([...write, ...check]));
    },
  );

  test('No function may change or delete an entry of the audit, and only the one that lists them may read any', () => {
    const withAudit = (action: string) =>
      FUNCTION_NAMES.filter((name) => prefixesFor(name, action).includes(`${PREFIX.audit}*`));
    expect(withAudit('dynamodb:UpdateItem')).toEqual([]);
    expect(withAudit('dynamodb:DeleteItem')).toEqual([]);
    expect(withAudit('dynamodb:Query')).toEqual(['http-accounts']);
    const audited = SERVED_ROUTES.flatMap((route) => (route.audited === undefined ? [] : [functionOf(route)]));
    const writers = [...new Set(audited), 'worker-delivery', 'worker-domain-checks'];
    expect(withAudit('dynamodb:PutItem').sort()).toEqual(writers.sort());
  });

  test('Only the functions of tasks, approvals and mail write large content, and each reads what it shows', () => {
    const allowed = (action: string) =>
      statements
        .filter(
          ({ actions, statement }) => actions.includes(action) && JSON.stringify(statement).includes('ContentBucket'),
        )
        .map(({ policy, statement }) => [
          policy.replace(/(?:RoleDefaultPolicy|Role).*$/, ''),
          [...JSON.stringify(statement.Resource).matchAll(/\/(tasks|events|replies|drafts)\/\*/g)]
            .map(([, kind]) => kind)
            .sort(),
        ])
        .sort();
    const writers = ['Routesa2a', 'Routesa2aprotocol', 'Routesa2astreams'];
    const all = ['events', 'replies', 'tasks'];
    for (const action of ['s3:PutObject', 's3:PutObjectTagging']) {
      expect(allowed(action)).toEqual([
        ...writers.map((name) => [name, all]),
        ['Routesapprovals', ['events', 'replies']],
        ['Routesmail', ['drafts', 'events', 'replies']],
      ]);
    }
    expect(allowed('s3:GetObject')).toEqual([
      ['DeliveryWorker', ['events', 'tasks']],
      ...writers.map((name) => [name, ['replies', 'tasks']]),
      ['Routesapprovals', ['replies', 'tasks']],
      ['Routesevents', ['events']],
      // The search reads what tasks say.
      ['Routesmail', ['drafts', 'replies', 'tasks']],
      ['Routeswait', ['events']],
      ['StreamsWorker', ['events']],
    ]);
    for (const action of ['s3:DeleteObject', 's3:ListBucket']) expect(allowed(action)).toEqual([]);
  });

  test('Every statement on the table that reads or writes rows is restricted by leading keys', () => {
    expect(onTable.length).toBeGreaterThan(FUNCTION_NAMES.length);
    for (const { policy, statement } of onTable) {
      const keys = statement.Condition?.['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'] as string[] | undefined;
      expect(
        keys?.every((key) => /^[A-Z][A-Z0-9]*#\*$/.test(key)),
        policy,
      ).toBe(true);
      expect(statement.Resource, policy).not.toBe('*');
    }
  });

  test('Only the sweep may query the index of due work, and only due rows', () => {
    const onIndex = onTable.filter(({ statement }) => JSON.stringify(statement.Resource).includes('/index/'));
    expect(onIndex.map(({ policy, actions }) => [policy.startsWith('SweeperWorker'), actions])).toEqual([
      [true, ['dynamodb:Query']],
    ]);
    expect(onIndex[0]?.statement.Condition).toEqual({
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['DUE#*'] },
    });
  });

  test('Only the relay may read the stream', () => {
    const readers = statements.filter(({ actions }) => actions.includes('dynamodb:GetRecords'));
    expect(readers.map(({ policy }) => policy)).toEqual([expect.stringMatching(/^RelayWorker/)]);
  });

  test('Keys may be used only through the service that stores the data, or for the keyring of this stage', () => {
    const onKeys = statements.filter(({ actions }) => actions.some((action) => action.startsWith('kms:')));
    for (const { policy, statement } of onKeys) {
      const condition = statement.Condition?.StringEquals ?? {};
      const bounded = 'kms:ViaService' in condition || condition['kms:EncryptionContext:stage'] === 'dev';
      expect(bounded, policy).toBe(true);
    }
  });

  test('Only functions that use the keyring, or keep signing keys, get the application key', () => {
    const holders = resourcesOf(serviceTemplate, 'AWS::Lambda::Function')
      .filter(([, { Properties }]) => Properties.Environment.Variables.KEY_ID !== undefined)
      .map(([, { Properties }]) => Properties.FunctionName as string);
    const usesKey = (name: FunctionName) =>
      ACCESS[name].read.some((kind) => ['keyring', 'vaultKey', 'signingKey'].includes(kind));
    const expected = FUNCTION_NAMES.filter(usesKey);
    expect(holders.sort()).toEqual(expected.map((name) => `aid-dev-${name}`).sort());
  });

  test('Only the function of the vault may use the keys of organizations, and it may not use the keyring of the stage', () => {
    const contexts = statements
      .filter(({ statement }) => statement.Condition?.StringEquals?.['kms:EncryptionContext:service'] !== undefined)
      .map(({ policy, actions, statement }) => ({ policy, actions, condition: statement.Condition }));
    const ofVault = contexts.filter(({ policy }) => policy.startsWith('Routesvault'));
    expect(ofVault.map(({ policy: _, ...rest }) => rest)).toEqual([
      {
        actions: ['kms:Decrypt', 'kms:GenerateDataKey'],
        condition: {
          StringEquals: { 'kms:EncryptionContext:service': 'aid-vault', 'kms:EncryptionContext:stage': 'dev' },
          StringLike: { 'kms:EncryptionContext:organization': 'org_*' },
        },
      },
    ]);
    const isOfIssuer = ({ condition }: (typeof contexts)[number]) =>
      condition?.StringEquals?.['kms:EncryptionContext:service'] === 'aid-issuer';
    const others = contexts.filter((one) => !one.policy.startsWith('Routesvault') && !isOfIssuer(one));
    expect(others.length).toBeGreaterThan(5);
    for (const { policy, condition } of others) {
      expect(condition?.StringEquals?.['kms:EncryptionContext:service'], policy).toBe('aid');
    }
  });

  test('Only three actions that support no resource are granted on *', () => {
    const open = statements.filter(({ statement }) => [statement.Resource].flat().includes('*'));
    expect(
      open.map(({ policy, actions }) => [policy.replace(/(?:RoleDefaultPolicy|Role).*$/, ''), actions]).sort(),
    ).toEqual([
      ['RelayWorker', ['dynamodb:ListStreams']],
      ['Routesprovideraccounts', ['ses:GetAccount']],
      ['SweeperWorker', ['ses:DescribeActiveReceiptRuleSet', 'ses:GetAccount']],
    ]);
  });
});
