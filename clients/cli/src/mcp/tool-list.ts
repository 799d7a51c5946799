import { isObject } from './messages.ts';

type Schema = Readonly<Record<string, unknown>>;

/** What a model may do with files of this machine. */
const PATH = {
  type: 'string',
  description: 'The path of a file on this machine, in place of content_base64. Its name and type follow from it.',
};
const SAVE_TO = {
  type: 'string',
  description: 'Where to store the attachment on this machine: the path of a file that does not exist yet.',
};
const SAVED = {
  saved_to: { type: 'string', description: 'The path of the stored file.' },
  saved_bytes: { type: 'integer', description: 'Its size.' },
};

/** What the list of tools says about repeating calls. */
export function repeatableTools(result: unknown): readonly string[] {
  return toolsOf(result)
    .filter(
      ({ annotations: hints }) => isObject(hints) && (hints.readOnlyHint === true || hints.idempotentHint === true),
    )
    .map(({ name }) => String(name));
}

/** The list with what this program adds: files by path, and a tool of its own at the end. Others are left out. */
export function withLocalTools(result: unknown, ownTool: object | undefined, hidden: ReadonlySet<string>): unknown {
  if (!isObject(result) || !Array.isArray(result.tools)) return result;
  const tools = toolsOf(result).filter(({ name }) => !hidden.has(String(name)));
  const isLastPage = result.nextCursor === undefined;
  return { ...result, tools: [...tools.map(withFiles), ...(ownTool !== undefined && isLastPage ? [ownTool] : [])] };
}

function toolsOf(result: unknown): readonly Schema[] {
  return isObject(result) && Array.isArray(result.tools) ? result.tools.filter(isObject) : [];
}

function withFiles(tool: Schema): Schema {
  const { name, inputSchema, outputSchema } = tool;
  if (name === 'get_attachment') {
    return {
      ...tool,
      inputSchema: withProperties(inputSchema, { save_to: SAVE_TO }),
      // A stored attachment is only that: nothing else is required any more.
      ...(isObject(outputSchema) && { outputSchema: { ...withProperties(outputSchema, SAVED), required: [] } }),
    };
  }
  const { attachments } = isObject(inputSchema) && isObject(inputSchema.properties) ? inputSchema.properties : {};
  if (!isObject(attachments) || !isObject(attachments.items)) return tool;
  const withPath = { ...attachments, items: withProperties(attachments.items, { path: PATH }) };
  return { ...tool, inputSchema: withProperties(inputSchema, { attachments: withPath }) };
}

function withProperties(schema: unknown, properties: Schema): Schema {
  const known = isObject(schema) ? schema : { type: 'object' };
  return { ...known, properties: { ...(isObject(known.properties) && known.properties), ...properties } };
}
