import { describe, expect, it } from 'vitest';
import { ACCESS } from '../../lib/access.ts';
import { FUNCTION_NAMES } from '../../lib/functions.ts';
import { PREFIX, type RowKind } from '../../shared/data/table.ts';
import { resourcesOf, type Statement, statementsOf, synthesize } from './stage.ts';

const { dataTemplate, serviceTemplate } = synthesize();
const statements = [...statementsOf(dataTemplate), ...statementsOf(serviceTemplate)];
const STREAM_ACTIONS = ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'].map((a) => `dynamodb:${a}`);
const onTable = statements.filter(({ actions }) =>
  actions.some((action) => action.startsWith('dynamodb:') && !STREAM_ACTIONS.includes(action)),
);

/** The partition key prefixes that a function's policy lets `action` reach. */
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
  it('never include a Scan, a PartiQL statement or a wildcard of DynamoDB actions', () => {
    const forbidden = /^(\*|dynamodb:(\*|.*\*|Scan|PartiQL.*))$/;
    expect(statements.flatMap(({ actions }) => actions).filter((action) => forbidden.test(action))).toEqual([]);
  });

  it('never include a wildcard of actions at all', () => {
    expect(statements.flatMap(({ actions }) => actions).filter((action) => action.includes('*'))).toEqual([]);
  });

  it.each(FUNCTION_NAMES)('%s reads and writes the rows of the access table, by prefix, and no others', (name) => {
    expect(prefixesFor(name, 'dynamodb:GetItem')).toEqual(prefixes(ACCESS[name].read));
    expect(prefixesFor(name, 'dynamodb:PutItem')).toEqual(prefixes(ACCESS[name].write));
  });

  it('bound every statement on the table by leading keys', () => {
    expect(onTable.length).toBeGreaterThan(FUNCTION_NAMES.length);
    for (const { policy, statement } of onTable) {
      const keys = statement.Condition?.['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'] as string[] | undefined;
      expect(
        keys?.every((key) => /^[A-Z]+#\*$/.test(key)),
        policy,
      ).toBe(true);
      expect(statement.Resource, policy).not.toBe('*');
    }
  });

  it('let the sweeper alone ask the index of due work, and only for what is due', () => {
    const onIndex = onTable.filter(({ statement }) => JSON.stringify(statement.Resource).includes('/index/'));
    expect(onIndex.map(({ policy, actions }) => [policy.startsWith('SweeperWorker'), actions])).toEqual([
      [true, ['dynamodb:Query']],
    ]);
    expect(onIndex[0]?.statement.Condition).toEqual({
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['DUE#*'] },
    });
  });

  it('let the relay alone read the stream', () => {
    const readers = statements.filter(({ actions }) => actions.includes('dynamodb:GetRecords'));
    expect(readers.map(({ policy }) => policy)).toEqual([expect.stringMatching(/^RelayWorker/)]);
  });

  it('open a key only through the service that stores, or for the keyring of this stage', () => {
    const onKeys = statements.filter(({ actions }) => actions.some((action) => action.startsWith('kms:')));
    for (const { policy, statement } of onKeys) {
      const condition = statement.Condition?.StringEquals ?? {};
      const bounded = 'kms:ViaService' in condition || condition['kms:EncryptionContext:stage'] === 'dev';
      expect(bounded, policy).toBe(true);
    }
  });

  it('give the application key to nobody who does not work with the keyring', () => {
    const holders = resourcesOf(serviceTemplate, 'AWS::Lambda::Function')
      .filter(([, { Properties }]) => Properties.Environment.Variables.KEY_ID !== undefined)
      .map(([, { Properties }]) => Properties.FunctionName as string);
    const expected = FUNCTION_NAMES.filter((name) => ACCESS[name].read.includes('keyring'));
    expect(holders.sort()).toEqual(expected.map((name) => `aid-dev-${name}`).sort());
  });

  it('name no resource by a bare star but for the list of streams', () => {
    const open = statements.filter(({ statement }) => [statement.Resource].flat().includes('*'));
    expect(open.map(({ actions }) => actions)).toEqual([['dynamodb:ListStreams']]);
  });
});
