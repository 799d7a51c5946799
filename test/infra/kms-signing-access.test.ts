import { expect, test } from 'vitest';
import { keyCreationAccess, signingKeyAccess } from '#local/access/service-accesses.ts';
import { type Access, isAllowed, type Statement as PlainStatement } from '#local/access/statements.ts';
import { kmsSigningKeyTags } from '#shared/contract/kms-signing-key.ts';
import { resourcesOf, statementsOf, synthesize, WITH_SETTINGS } from './stage.ts';

/** Signing keys in KMS: what `AID_SIGNING_KEYS` grants, and that nothing is granted without it. */
const { AID_SIGNING_KEYS: _, ...REST } = WITH_SETTINGS;
const stages = {
  kms: synthesize(WITH_SETTINGS),
  'table-after-kms': synthesize({ ...REST, AID_SIGNING_KEYS: 'table-after-kms' }),
  table: synthesize(REST),
};
type Custody = keyof typeof stages;

const ACTIONS = ['kms:CreateKey', 'kms:GetPublicKey', 'kms:ScheduleKeyDeletion', 'kms:Sign', 'kms:TagResource'];
const roleOf = (policy: string) => policy.replace(/(?:RoleDefaultPolicy|Role).*$/, '');
const grantsOf = (custody: Custody) =>
  statementsOf(stages[custody].serviceTemplate).filter(({ actions }) => actions.some((one) => ACTIONS.includes(one)));
const granted = (custody: Custody) =>
  grantsOf(custody)
    .map(({ policy, actions }) => `${roleOf(policy)} ${actions}`)
    .sort();

/** The functions that know where new keys are, and what each has of it. */
const variablesOf = (custody: Custody) =>
  resourcesOf(stages[custody].serviceTemplate, 'AWS::Lambda::Function').flatMap(([, { Properties }]) => {
    const { SIGNING_KEYS: value } = Properties.Environment?.Variables ?? {};
    return value === undefined ? [] : [`${Properties.FunctionName} ${value}`];
  });

test('A stage without the setting has no right to keys that sign, and no function knows of it', () => {
  expect(granted('table')).toEqual([]);
  expect(variablesOf('table')).toEqual([]);
});

test('With keys in KMS the function of tokens signs and does nothing else, and the sweep creates and deletes and cannot sign', () => {
  expect(granted('kms')).toEqual([
    'Routestokens kms:Sign',
    'SweeperWorker kms:CreateKey',
    'SweeperWorker kms:GetPublicKey',
    'SweeperWorker kms:ScheduleKeyDeletion',
    'SweeperWorker kms:TagResource',
  ]);
  expect(variablesOf('kms').sort()).toEqual(['aid-dev-http-tokens kms', 'aid-dev-worker-sweep kms']);
});

test('On the way back to the table the keys of KMS can sign and be deleted, and no new one can be created', () => {
  expect(granted('table-after-kms')).toEqual(['Routestokens kms:Sign', 'SweeperWorker kms:ScheduleKeyDeletion']);
});

test('The setting adds statements and variables of two functions, and no other resource, also no key', () => {
  // The policy of the sweep is as long as IAM accepts one, so CDK gives the rest a policy of its own.
  const typesOf = (custody: Custody) =>
    Object.entries(stages[custody].serviceTemplate.toJSON().Resources as Record<string, { Type: string }>)
      .map(([id, { Type }]) => `${id} ${Type}`)
      .filter((one) => !/OverflowPolicy\w+ AWS::IAM::ManagedPolicy$/.test(one));
  expect(typesOf('kms')).toEqual(typesOf('table'));
  expect(stages.kms.dataTemplate.toJSON()).toEqual(stages.table.dataTemplate.toJSON());
});

const KEY = 'arn:aws:kms:us-east-1:000000000000:key/1';
const MINE = kmsSigningKeyTags('dev');
const DIGEST = { SigningAlgorithm: 'RSASSA_PKCS1_V1_5_SHA_256', MessageType: 'DIGEST' };

/** Whether a function may do that, by its statements about keys that sign. */
function may(custody: Custody, role: string, accesses: readonly Access[]): boolean {
  const statements = grantsOf(custody)
    .filter(({ policy }) => roleOf(policy) === role)
    .map(({ statement }) => ({ ...statement, Resource: '*' }) as PlainStatement);
  return accesses.every((access) => isAllowed(statements, access));
}

const withContext = (accesses: readonly Access[], changed: Record<string, string>) =>
  accesses.map((access) => ({
    ...access,
    context: {
      ...access.context,
      ...Object.fromEntries(Object.entries(changed).map(([name, value]) => [name, [value]])),
    },
  }));

test('A key of another stage or for another use, another algorithm and a key that encrypts are refused to who signs', () => {
  const sign = (tags: Record<string, string>, input: object = DIGEST) => signingKeyAccess('Sign', KEY, tags, input);
  expect(may('kms', 'Routestokens', sign(MINE))).toBe(true);
  expect(may('table-after-kms', 'Routestokens', sign(MINE))).toBe(true);
  const refused: readonly (readonly Access[])[] = [
    sign(kmsSigningKeyTags('prod')),
    sign({ 'aid:stage': 'dev' }),
    sign({}),
    sign(MINE, { ...DIGEST, SigningAlgorithm: 'RSASSA_PSS_SHA_256' }),
    sign(MINE, { ...DIGEST, MessageType: 'RAW' }),
    withContext(sign(MINE), { 'kms:KeyUsage': 'ENCRYPT_DECRYPT' }),
    withContext(sign(MINE), { 'kms:KeySpec': 'RSA_4096' }),
  ];
  for (const accesses of refused) expect(may('kms', 'Routestokens', accesses), JSON.stringify(accesses)).toBe(false);
  expect(may('kms', 'SweeperWorker', sign(MINE))).toBe(false);
});

test('The sweep may create a key for its stage alone, and delete it after a month and not sooner', () => {
  const create = (tags: Record<string, string>) => keyCreationAccess(KEY, tags);
  expect(may('kms', 'SweeperWorker', create(MINE))).toBe(true);
  expect(may('kms', 'SweeperWorker', create(kmsSigningKeyTags('prod')))).toBe(false);
  expect(may('kms', 'SweeperWorker', create({}))).toBe(false);
  // A key that exists and encrypts cannot be made one of the stage by a tag.
  const [, tag] = withContext(create(MINE), { 'kms:KeySpec': 'SYMMETRIC_DEFAULT', 'kms:KeyUsage': 'ENCRYPT_DECRYPT' });
  expect(tag?.action).toBe('kms:TagResource');
  expect(may('kms', 'SweeperWorker', tag === undefined ? [] : [tag])).toBe(false);

  const remove = (tags: Record<string, string>, PendingWindowInDays: number) =>
    signingKeyAccess('ScheduleKeyDeletion', KEY, tags, { PendingWindowInDays });
  expect(may('kms', 'SweeperWorker', remove(MINE, 30))).toBe(true);
  expect(may('kms', 'SweeperWorker', remove(MINE, 7))).toBe(false);
  expect(may('kms', 'SweeperWorker', remove({ 'aid:stage': 'dev' }, 30))).toBe(false);
  expect(may('kms', 'Routestokens', remove(MINE, 30))).toBe(false);
});
