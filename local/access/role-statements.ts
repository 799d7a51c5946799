import { z } from 'zod';
import type { Assembly } from '../assembly/assembly.ts';
import { nameOfArn } from '../assembly/aws-identifiers.ts';
import { readProperties } from '../assembly/read-properties.ts';
import { many, type Statement } from './statements.ts';

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
