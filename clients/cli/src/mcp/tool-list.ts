import type { LocalFiles } from './local-files.ts';
import { isObject } from './messages.ts';

type Schema = Readonly<Record<string, unknown>>;

/** The arguments and results for files on this machine. */
const PATH = {
  type: 'string',
  description: 'The path of a file on this machine, instead of content_base64. Its name and type are derived from it.',
};
const SAVE_TO = {
  type: 'string',
  description: 'Where to save the attachment on this machine: the path of a file that does not exist yet.',
};
const SAVED = {
  saved_to: { type: 'string', description: 'The path of the saved file.' },
  saved_bytes: { type: 'integer', description: 'Its size.' },
};

/** What the tool list says about repeating calls. */
export function repeatableTools(result: unknown): readonly string[] {
  return toolsOf(result)
    .filter(
      ({ annotations: hints }) => isObject(hints) && (hints.readOnlyHint === true || hints.idempotentHint === true),
    )
    .map(({ name }) => String(name));
}

/** What the user allows with files on this machine. */
type Allowed = Pick<LocalFiles, 'canRead' | 'canSave'>;

/**
 * The list with this program's additions: files by path where the user allows them, and its own tool at the end. The
 * tools that it replaces are removed.
 */
export function withLocalTools(
  result: unknown,
  ownTool: object | undefined,
  hidden: ReadonlySet<string>,
  allowed: Allowed,
): unknown {
  if (!isObject(result) || !Array.isArray(result.tools)) return result;
  const tools = toolsOf(result).filter(({ name }) => !hidden.has(String(name)));
  const isLastPage = result.nextCursor === undefined;
  return {
    ...result,
    tools: [
      ...tools.map((tool) => withFiles(tool, allowed)),
      ...(ownTool !== undefined && isLastPage ? [ownTool] : []),
    ],
  };
}

function toolsOf(result: unknown): readonly Schema[] {
  return isObject(result) && Array.isArray(result.tools) ? result.tools.filter(isObject) : [];
}

function withFiles(tool: Schema, { canRead, canSave }: Allowed): Schema {
  const { name, inputSchema, outputSchema } = tool;
  if (name === 'get_attachment') {
    if (!canSave) return tool;
    return {
      ...tool,
      inputSchema: withProperties(inputSchema, { save_to: SAVE_TO }),
      // The result of a saved attachment has no other required fields.
      ...(isObject(outputSchema) && { outputSchema: { ...withProperties(outputSchema, SAVED), required: [] } }),
    };
  }
  const { attachments } = isObject(inputSchema) && isObject(inputSchema.properties) ? inputSchema.properties : {};
  if (!canRead || !isObject(attachments) || !isObject(attachments.items)) return tool;
  const withPath = { ...attachments, items: withProperties(attachments.items, { path: PATH }) };
  return { ...tool, inputSchema: withProperties(inputSchema, { attachments: withPath }) };
}

function withProperties(schema: unknown, properties: Schema): Schema {
  const known = isObject(schema) ? schema : { type: 'object' };
  return { ...known, properties: { ...(isObject(known.properties) && known.properties), ...properties } };
}
