import { z } from 'zod';

/** Sets of tools. A client gets only `default`, unless it asks for more with `?toolsets=`. */
export const TOOLSETS = ['default', 'vault', 'identity'] as const;
export type Toolset = (typeof TOOLSETS)[number];

/** What a client may assume about a tool before it asks a person. See: MCP 2026-07-28, ToolAnnotations. */
export interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  /** Whether it reaches people or agents outside the organization. */
  readonly openWorldHint: boolean;
}

/**
 * A tool of the MCP server, declared once: the server validates with `input`, and the manifest and the page of tools
 * are generated. Arguments have the names of the API's fields where these exist.
 *
 * See: docs/contract/mcp.md#tools.
 */
export interface ToolDeclaration {
  readonly name: string;
  readonly title: string;
  /** Written for models, at most 1,024 characters: what it does, when to use it, and what to do next. */
  readonly description: string;
  /** An object with flat fields. A field is optional rather than nullable, because clients reject `anyOf`. */
  readonly input: z.ZodObject;
  /** The structured content of a successful call. Later versions may add fields. */
  readonly output: z.ZodObject;
  readonly annotations: ToolAnnotations;
}

/** Declares a tool and keeps its literal types, from which the type of its function is derived. */
export function tool<const T extends ToolDeclaration>(declaration: T): T {
  return declaration;
}

/** The tool only reads, within the organization. */
export const READS = { readOnlyHint: true, openWorldHint: false } as const satisfies ToolAnnotations;

/** The tool sends something, each time it is called. */
export const SENDS = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: true,
} as const satisfies ToolAnnotations;

/** The tool writes a record of the organization. */
export const WRITES = { ...SENDS, openWorldHint: false } as const satisfies ToolAnnotations;

/** The JSON Schema of arguments or of structured content, as `tools/list` shows it. */
type ToolSchema = { readonly type: 'object' } & Readonly<Record<string, unknown>>;

/** A tool as `tools/list` shows it. */
export interface ListedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: ToolSchema;
  readonly outputSchema: ToolSchema;
  readonly annotations: ToolAnnotations;
}

const listed = new Map<ToolDeclaration, ListedTool>();

/** A tool as `tools/list` shows it. Its schemas are converted once. */
export function listedTool(declaration: ToolDeclaration): ListedTool {
  const known = listed.get(declaration) ?? makeListed(declaration);
  listed.set(declaration, known);
  return known;
}

function makeListed({ name, title, description, input, output, annotations }: ToolDeclaration): ListedTool {
  return {
    name,
    title,
    description,
    inputSchema: jsonSchemaOf(input, 'input'),
    outputSchema: jsonSchemaOf(output, 'output'),
    annotations,
  };
}

function jsonSchemaOf(schema: z.ZodObject, io: 'input' | 'output'): ToolSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    override: ({ jsonSchema }) => {
      // Bounds that apply to all numbers anyway cost tokens without saying anything.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (isEmptySchema(jsonSchema.additionalProperties)) delete jsonSchema.additionalProperties;
    },
  });
  return rest as unknown as ToolSchema;
}

/** `{}` allows everything, as does its absence. */
function isEmptySchema(schema: unknown): boolean {
  return typeof schema === 'object' && schema !== null && Object.keys(schema).length === 0;
}
