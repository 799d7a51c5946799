import { isObject, type Params } from './messages.ts';

/**
 * The arguments of a call without those that are `null`, also in the objects of its attachments: some clients send
 * `null` for each argument that is not given, and no tool has another use for it. `undefined` if they are no object.
 */
export function givenArguments(sent: unknown): Params | undefined {
  if (sent === undefined || sent === null) return {};
  if (!isObject(sent)) return undefined;
  const { attachments, ...others } = withoutNulls(sent);
  if (!Array.isArray(attachments)) return { ...others, ...(attachments !== undefined && { attachments }) };
  return { ...others, attachments: attachments.map((one: unknown) => (isObject(one) ? withoutNulls(one) : one)) };
}

function withoutNulls(given: Params): Params {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
}
