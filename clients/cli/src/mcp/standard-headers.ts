import { isRequest, type Message, versionIn } from './messages.ts';

/** Which parameter of a request the header `mcp-name` repeats. */
const NAMED_BY: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
  'tasks/get': 'taskId',
  'tasks/update': 'taskId',
  'tasks/cancel': 'taskId',
};

/**
 * The headers that the protocol wants over HTTP. From the revision 2026-07-28 on, each request names its version, its
 * method and what it is about; before, it names the version that was agreed on at the beginning.
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

/** A text as a header can carry it. */
function encoded(text: string): string {
  const isPlain = /^[\t\x20-\x7e]+$/.test(text) && text === text.trim() && !/^=\?base64\?.*\?=$/.test(text);
  return isPlain ? text : `=?base64?${Buffer.from(text, 'utf8').toString('base64')}?=`;
}
