import { isRequest, type Message, versionIn } from './messages.ts';

/** The request parameter that the `mcp-name` header repeats. */
const NAMED_BY: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
  'tasks/get': 'taskId',
  'tasks/update': 'taskId',
  'tasks/cancel': 'taskId',
};

/**
 * The headers that the protocol requires over HTTP. Since revision 2026-07-28, each request names its version, method
 * and subject; before, it names the version negotiated at the start.
 */
export function standardHeaders(message: Message, agreedVersion: string | undefined): Record<string, string> {
  const version = versionIn(message);
  if (version === undefined) return agreedVersion === undefined ? {} : { 'mcp-protocol-version': agreedVersion };
  const { method = '', params } = message;
  const name = Object.hasOwn(NAMED_BY, method) ? params?.[NAMED_BY[method] as string] : undefined;
  return {
    'mcp-protocol-version': encoded(version),
    ...(isRequest(message) && { 'mcp-method': encoded(method) }),
    ...(isRequest(message) && typeof name === 'string' && { 'mcp-name': encoded(name) }),
  };
}

/** A text encoded for use in a header. */
function encoded(text: string): string {
  const isPlain = /^[\t\x20-\x7e]+$/.test(text) && text === text.trim() && !/^=\?base64\?.*\?=$/.test(text);
  return isPlain ? text : `=?base64?${Buffer.from(text, 'utf8').toString('base64')}?=`;
}
