/** A message of JSON-RPC 2.0: a request, a notification or a response. */
export interface Message {
  readonly jsonrpc: '2.0';
  readonly id?: RequestId;
  readonly method?: string;
  readonly params?: Params;
  readonly result?: unknown;
  readonly error?: RpcError;
}

export type RequestId = string | number;
export type Params = Readonly<Record<string, unknown>>;

export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** A message that asks for a response. */
export interface Request extends Message {
  readonly id: RequestId;
  readonly method: string;
}

/** What a client gets back from a tool. */
export interface ToolResult {
  readonly content: readonly { readonly type: string; readonly text?: string }[];
  readonly structuredContent?: Params;
  readonly isError?: boolean;
  readonly [other: string]: unknown;
}

/** The codes of errors, as JSON-RPC defines them; `service` is the first of those that servers may use. */
export const ERROR_CODES = { parse: -32_700, request: -32_600, params: -32_602, internal: -32_603, service: -32_000 };

/** The version that each request names, from the revision 2026-07-28 on. */
const VERSION_OF_REQUEST = 'io.modelcontextprotocol/protocolVersion';

/** Reads a line. What is not a message is returned as the error to respond with. */
export function readMessage(line: string): { readonly message: Message } | { readonly refusal: Message } {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return refuse(ERROR_CODES.parse, 'The line is not JSON.');
  }
  if (Array.isArray(value)) return refuse(ERROR_CODES.request, 'Send one message in each line: batches are not read.');
  if (!isObject(value)) return refuse(ERROR_CODES.request, 'A message is a JSON object.');
  const id = isRequestId(value.id) ? value.id : undefined;
  const problem = problemOf(value);
  if (problem !== undefined) return refuse(ERROR_CODES.request, problem, id);
  if (value.params !== undefined && !isObject(value.params)) {
    return refuse(ERROR_CODES.params, 'The params of a message are an object.', id);
  }
  return { message: value as unknown as Message };
}

export function isRequest(message: Message): message is Request {
  return message.method !== undefined && message.id !== undefined;
}

/** Whether a message is the response to this request. */
export function isResponseTo({ id }: Request, message: Message): boolean {
  return message.method === undefined && message.id === id;
}

/** The version of the protocol that a message names. Clients of older revisions agree on one at the beginning. */
export function versionIn({ params }: Message): string | undefined {
  const meta = params?._meta;
  const version = isObject(meta) ? meta[VERSION_OF_REQUEST] : undefined;
  return typeof version === 'string' ? version : undefined;
}

/** The response with an error. Without an id it is about a line that has none. */
export function errorFor(id: RequestId | undefined, error: RpcError): Message {
  return { jsonrpc: '2.0', ...(id !== undefined && { id }), error };
}

/** The response with the result of a tool that this program has made. */
export function toolResponse(request: Request, result: ToolResult): Message {
  const type = versionIn(request) === undefined ? {} : { resultType: 'complete' };
  return { jsonrpc: '2.0', id: request.id, result: { ...type, ...result } };
}

/** The result of a tool that failed, for the model: what is wrong, and what to do. */
export function toolError(text: string): ToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function problemOf({ jsonrpc, id, method, result, error }: Record<string, unknown>): string | undefined {
  if (jsonrpc !== '2.0') return 'The field jsonrpc of a message is "2.0".';
  if (id !== undefined && !isRequestId(id)) return 'The id of a request is a text or an integer.';
  if (method !== undefined) return typeof method === 'string' ? undefined : 'The method of a message is a text.';
  return id !== undefined && (result !== undefined || isObject(error))
    ? undefined
    : 'A message has a method, or the result or the error of a request.';
}

function isRequestId(value: unknown): value is RequestId {
  return typeof value === 'string' || Number.isSafeInteger(value);
}

function refuse(code: number, message: string, id?: RequestId) {
  return { refusal: errorFor(id, { code, message }) };
}
