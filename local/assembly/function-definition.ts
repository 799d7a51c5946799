import { join } from 'node:path';
import { z } from 'zod';
import { StartError } from '../start-error.ts';
import type { Assembly, Resource } from './assembly.ts';
import { readProperties } from './read-properties.ts';

/** A function of the stack, as its template describes it. */
export interface FunctionDefinition {
  readonly name: string;
  readonly arn: string;
  /** The role that it acts as, by name. */
  readonly role: string;
  readonly modulePath: string;
  readonly exportName: string;
  readonly handler: string;
  readonly folder: string;
  readonly timeoutSeconds: number;
  readonly memoryMb: number;
  readonly environment: Readonly<Record<string, string>>;
}

const functionSchema = z.object({
  Handler: z.string(),
  Role: z.string(),
  Code: z.object({ S3Key: z.string().optional() }),
  Timeout: z.number().optional(),
  MemorySize: z.number().optional(),
  Environment: z.object({ Variables: z.record(z.string(), z.unknown()).optional() }).optional(),
});

/** The functions of the templates. Each must have a bundle; a missing one is an error. */
export function functionDefinitions(
  assembly: Assembly,
  substitute: (value: string) => string,
): readonly FunctionDefinition[] {
  return assembly.resources('AWS::Lambda::Function').map((resource) => definitionOf(assembly, resource, substitute));
}

function definitionOf(
  assembly: Assembly,
  resource: Resource,
  substitute: (value: string) => string,
): FunctionDefinition {
  const { Handler, Role, Code, Timeout = 3, MemorySize = 128, Environment } = readProperties(resource, functionSchema);
  const folder = Code.S3Key === undefined ? undefined : assembly.assetFolder(resource.stack, Code.S3Key);
  if (folder === undefined) throw new StartError(`function ${resource.name} has no bundle in the assembly`);
  const dot = Handler.lastIndexOf('.');
  const variables = Object.entries(Environment?.Variables ?? {});
  return {
    name: resource.name,
    arn: resource.attribute('Arn'),
    role: Role.split('/').at(-1) ?? Role,
    folder,
    handler: Handler,
    modulePath: join(folder, `${Handler.slice(0, dot)}.mjs`),
    exportName: Handler.slice(dot + 1),
    timeoutSeconds: Timeout,
    memoryMb: MemorySize,
    environment: Object.fromEntries(variables.map(([name, value]) => [name, substitute(String(value))])),
  };
}
