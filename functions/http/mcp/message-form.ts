/** A message of a client: JSON, as it arrived. */
type Body = string | Uint8Array;

const NULL_ARGUMENTS = /"arguments"\s{0,20}:\s{0,20}null/;

/**
 * The messages of a request without `"arguments": null`, which some clients send for a tool without arguments. The
 * protocol wants an object or nothing, and the library refuses anything else with a dump of its validator.
 */
export function withoutNullArguments(body: Body): Body {
  const text = typeof body === 'string' ? body : Buffer.from(body).toString('utf8');
  if (!NULL_ARGUMENTS.test(text)) return body;
  try {
    const messages: unknown = JSON.parse(text);
    return JSON.stringify(Array.isArray(messages) ? messages.map(corrected) : corrected(messages));
  } catch {
    return body;
  }
}

function corrected(message: unknown): unknown {
  const { params } = (message ?? {}) as { readonly params?: { readonly arguments?: unknown } | null };
  if (params?.arguments !== null) return message;
  const { arguments: _none, ...others } = params;
  return { ...(message as object), params: others };
}
