import { z } from 'zod';
import type { Assembly } from '../assembly/assembly.ts';
import { nameOfArn } from '../assembly/aws-identifiers.ts';
import { readProperties } from '../assembly/read-properties.ts';

/** One action on one resource, as IAM evaluates it. */
export interface Access {
  readonly action: string;
  readonly resource: string;
  /** The values of the condition keys that the request has. */
  readonly context?: Readonly<Record<string, readonly string[]>>;
}

type OneOrMore<T> = T | readonly T[];

export interface Statement {
  readonly Effect: 'Allow' | 'Deny';
  readonly Action: OneOrMore<string>;
  readonly Resource?: OneOrMore<string>;
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, OneOrMore<string>>>>>;
}

const oneOrMore = <T>(schema: z.ZodType<T>) => z.union([schema, z.array(schema)]);

const statementSchema = z.object({
  Effect: z.enum(['Allow', 'Deny']),
  Action: oneOrMore(z.string()),
  Resource: oneOrMore(z.string()).optional(),
  Condition: z.record(z.string(), z.record(z.string(), oneOrMore(z.string()))).optional(),
});

const documentSchema = z.object({ Statement: oneOrMore(statementSchema) });
const policySchema = z.object({ PolicyDocument: documentSchema, Roles: z.array(z.string()).optional() });
const roleSchema = z.object({ Policies: z.array(z.object({ PolicyDocument: documentSchema })).optional() });

/** What each role of the templates may do, by role name. */
export function statementsByRole(assembly: Assembly): ReadonlyMap<string, readonly Statement[]> {
  const byRole = new Map<string, Statement[]>();
  const add = (role: string, { Statement }: z.infer<typeof documentSchema>) => {
    byRole.set(role, [...(byRole.get(role) ?? []), ...many(Statement)]);
  };
  for (const role of assembly.resources('AWS::IAM::Role')) {
    for (const { PolicyDocument } of readProperties(role, roleSchema).Policies ?? []) add(role.ref, PolicyDocument);
  }
  for (const policy of assembly.resources('AWS::IAM::Policy', 'AWS::IAM::ManagedPolicy')) {
    const { PolicyDocument, Roles = [] } = readProperties(policy, policySchema);
    for (const role of Roles) add(nameOfArn(role), PolicyDocument);
  }
  return byRole;
}

/**
 * Whether the statements allow the access: at least one allows it and none denies it.
 *
 * Source: IAM user guide, Policy evaluation logic.
 */
export function isAllowed(statements: readonly Statement[], access: Access): boolean {
  const applying = statements.filter((statement) => applies(statement, access));
  return applying.some(({ Effect }) => Effect === 'Allow') && !applying.some(({ Effect }) => Effect === 'Deny');
}

function applies(
  { Action, Resource = [], Condition = {} }: Statement,
  { action, resource, context = {} }: Access,
): boolean {
  const isNamed = many(Action).some((pattern) => isLike(pattern.toLowerCase(), action.toLowerCase()));
  if (!isNamed || !many(Resource).some((pattern) => isLike(pattern, resource))) return false;
  return Object.entries(Condition).every(([operator, tests]) =>
    Object.entries(tests).every(([key, expected]) => holds(operator, context[key], many(expected))),
  );
}

/** Source: IAM user guide, Condition operators; Set operators (ForAllValues holds when the key is absent). */
function holds(operator: string, actual: readonly string[] | undefined, expected: readonly string[]): boolean {
  const [, quantifier, name = ''] = /^(?:(ForAllValues|ForAnyValue):)?(\w+?)(?:IfExists)?$/.exec(operator) ?? [];
  if (actual === undefined) return quantifier === 'ForAllValues' || operator.endsWith('IfExists');
  const matchesOne = (value: string) =>
    expected.some((pattern) =>
      name === 'StringLike' || name === 'ArnLike' ? isLike(pattern, value) : pattern === value,
    );
  const negated = name.includes('Not');
  const test = negated ? (value: string) => !matchesOne(value) : matchesOne;
  return quantifier === 'ForAnyValue' ? actual.some(test) : actual.every(test);
}

function isLike(pattern: string, value: string): boolean {
  if (pattern === '*') return true;
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${source}$`, 's').test(value);
}

function many<T>(value: OneOrMore<T>): readonly T[] {
  return Array.isArray(value) ? (value as readonly T[]) : [value as T];
}
