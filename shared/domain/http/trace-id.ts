/**
 * `<version>-<trace id>-<parent id>-<flags>`. The version `ff` and ids of zeros are not valid. See: W3C Trace Context,
 * section 3.2.
 */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The id of the trace that a `traceparent` names; nothing if it is not valid, as the recommendation requires. */
export function traceIdIn(traceparent: unknown): string | undefined {
  return typeof traceparent === 'string' ? TRACEPARENT.exec(traceparent)?.[1] : undefined;
}
