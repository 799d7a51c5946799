import { expect, test } from 'vitest';
import { ACCESS } from '#lib/function-access.ts';
import { FUNCTION_NAMES } from '#lib/functions.ts';
import { statementsOf, synthesize } from './stage.ts';

const { serviceTemplate } = synthesize();
const statements = statementsOf(serviceTemplate);
const roleOf = (policy: string) => policy.replace(/(?:RoleDefaultPolicy|Role).*$/, '');

test('Only the function of tokens may unwrap signing keys, and the sweep may create them', () => {
  const StringEquals = { 'kms:EncryptionContext:service': 'aid-issuer', 'kms:EncryptionContext:stage': 'dev' };
  const ofIssuer = statements.filter(({ statement }) =>
    JSON.stringify(statement.Condition ?? {}).includes('aid-issuer'),
  );
  expect(
    ofIssuer.map(({ policy, actions, statement }) => [roleOf(policy), actions, statement.Condition]).sort(),
  ).toEqual([
    ['Routestokens', ['kms:Decrypt', 'kms:GenerateDataKeyPairWithoutPlaintext'], { StringEquals }],
    ['SweeperWorker', ['kms:GenerateDataKeyPairWithoutPlaintext'], { StringEquals }],
  ]);
});

test('No other function generates key pairs, and each creates them for the rows that it may write', () => {
  const creators = FUNCTION_NAMES.filter((name) =>
    [...ACCESS[name].write, ...(ACCESS[name].insert ?? [])].includes('signingKey'),
  );
  expect(creators).toEqual(['http-tokens', 'worker-sweep']);
  const generating = statements.filter(({ actions }) => actions.includes('kms:GenerateDataKeyPairWithoutPlaintext'));
  expect(generating).toHaveLength(creators.length);
});

test('The function of tokens checks agents and writes none, and deletes no key', () => {
  const keysOf = (action: string) =>
    statements
      .filter(({ policy, actions }) => roleOf(policy) === 'Routestokens' && actions.includes(action))
      .flatMap(
        ({ statement }) => statement.Condition?.['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'] as string[],
      );
  expect(keysOf('dynamodb:ConditionCheckItem')).toContain('IDENTITY#*');
  expect(keysOf('dynamodb:PutItem')).toContain('SIGNINGKEY#*');
  for (const action of ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem']) {
    expect(keysOf(action)).not.toContain('IDENTITY#*');
  }
  for (const action of ['dynamodb:UpdateItem', 'dynamodb:DeleteItem']) {
    expect(keysOf(action)).not.toContain('SIGNINGKEY#*');
  }
});
