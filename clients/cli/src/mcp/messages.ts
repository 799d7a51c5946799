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

/** A message that expects a response. */
export interface Request extends Message {
  readonly id: RequestId;
  readonly method: string;
}

/** The result of a tool, as a client receives it. */
export interface ToolResult {
  readonly content: readonly { readonly type: string; readonly text?: string }[];
  readonly structuredContent?: Params;
  readonly isError?: boolean;
  readonly [other: string]: unknown;
}

/** The codes of errors, as JSON-RPC defines them; `service` is the first of those that servers may use. */
export const ERROR_CODES = { parse: -32_700, request: -32_600, params: -32_602, internal: -32_603, service: -32_000 };

/** The version that each request names since revision 2026-07-28. */
const VERSION_OF_REQUEST = 'io.modelcontextprotocol/protocolVersion';

/** Parses a line. Returns the error to respond with if the line is not a message. */
export function readMessage(line: string): { readonly message: Message } | { readonly refusal: Message } {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return refuse(ERROR_CODES.parse, 'The line is not JSON.');
  }
  if (Array.isArray(value)) return refuse(ERROR_CODES.request, 'Send one message per line: batches are not supported.');
  if (!isObject(value)) return refuse(ERROR_CODES.request, 'A message must be a JSON object.');
  const id = isRequestId(value.id) ? value.id : undefined;
  const problem = problemOf(value);
  if (problem !== undefined) return refuse(ERROR_CODES.request, problem, id);
  if (value.params !== undefined && !isObject(value.params)) {
    return refuse(ERROR_CODES.params, 'The params of a message must be an object.', id);
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

/** The protocol version that a message names. Clients of older revisions negotiate one at the start instead. */
export function versionIn({ params }: Message): string | undefined {
  const meta = params?._meta;
  const version = isObject(meta) ? meta[VERSION_OF_REQUEST] : undefined;
  return typeof version === 'string' ? version : undefined;
}

/** An error response. Without an id, it is about a line that has none. */
export function errorFor(id: RequestId | undefined, error: RpcError): Message {
  return { jsonrpc: '2.0', ...(id !== undefined && { id }), error };
}

/** The response with the result of one of this program's tools. */
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
  if (jsonrpc !== '2.0') return 'The jsonrpc field of a message must be "2.0".';
  if (id !== undefined && !isRequestId(id)) return 'The id of a request must be a string or an integer.';
  if (method !== undefined) return typeof method === 'string' ? undefined : 'The method of a message must be a string.';
  return id !== undefined && (result !== undefined || isObject(error))
    ? undefined
    : 'A message must have a method, or a result or an error.';
}

function isRequestId(value: unknown): value is RequestId {
  return typeof value === 'string' || Number.isSafeInteger(value);
}

function refuse(code: number, message: string, id?: RequestId) {
  return { refusal: errorFor(id, { code, message }) };
}
