/**
 * ProtoJSON as parsers must accept it: fields by their camelCase or proto name, null for unset fields, and an empty
 * text for an unset field without presence. The sender's own values (metadata, data) are unchanged.
 *
 * See: Protocol Buffers, ProtoJSON format; A2A v1.0, section 5.5.
 */
const NAMES: ReadonlyMap<string, string> = new Map(
  [
    'messageId',
    'contextId',
    'taskId',
    'mediaType',
    'referenceTaskIds',
    'acceptedOutputModes',
    'taskPushNotificationConfig',
    'historyLength',
    'returnImmediately',
    'pageSize',
    'pageToken',
    'statusTimestampAfter',
    'includeArtifacts',
  ].map((name) => [name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), name]),
);

/** Fields with values that the sender defines. */
const OPAQUE: ReadonlySet<string> = new Set(['metadata', 'data']);

/** Texts without presence: empty means unset. In a part, an empty `text` is a text. */
const EMPTY_IS_UNSET: ReadonlySet<string> = new Set([
  'id',
  'contextId',
  'taskId',
  'mediaType',
  'filename',
  'pageToken',
  'token',
  'credentials',
]);

export function protoJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(protoJson);
  if (value === null || typeof value !== 'object') return value;
  const members: [string, unknown][] = [];
  for (const [given, member] of Object.entries(value)) {
    const name = NAMES.get(given) ?? given;
    // In a part, null is a JSON value; anywhere else it is an unset field.
    if (member === null && name !== 'data') continue;
    if (member === '' && EMPTY_IS_UNSET.has(name)) continue;
    members.push([name, OPAQUE.has(name) ? member : protoJson(member)]);
  }
  return Object.fromEntries(members);
}
