import type { Json } from '#testing/described-api.ts';

/** The kind of a text: an id of a kind, a key, a time, an address. */
const KINDS: readonly (readonly [RegExp, string])[] = [
  [/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, 'a time'],
  [/^aid_org_\w+$/, 'an org key'],
  [/^aid_agt_\w+$/, 'an agent key'],
  [/^aid_usr_\w+$/, 'a login token'],
  [/^(whsec|inb)_/, 'a secret'],
  [/^https?:\/\//, 'a URL'],
  [/^[^@\s<>]+@[^@\s<>]+$/, 'a mail address'],
];

/** Undefined for a text that may have any form, such as an id that a client made. */
function kindOf(text: string): string | undefined {
  const [, prefix] = /^([a-z]{3})_[0-9A-HJKMNP-TV-Z]{26}$/.exec(text) ?? [];
  return prefix ?? KINDS.find(([form]) => form.test(text))?.[1];
}

/**
 * Returns where two JSON values of one schema differ in the types of their values, or in the kind of their texts: ids
 * of a kind, keys, times, URLs. Missing fields are left to the schema, `null` may replace any value, and only the first
 * items of lists are compared. Two events of different types have payloads of different forms.
 */
export function differencesOf(one: Json, other: Json, path = ''): string[] {
  const at = path === '' ? 'the whole' : path;
  if (one === null || other === null || one === undefined || other === undefined) return [];
  if (typeof one !== typeof other || Array.isArray(one) !== Array.isArray(other)) {
    return [`${at}: ${JSON.stringify(one)} and ${JSON.stringify(other)}`];
  }
  if (typeof one === 'string') {
    const [kind, otherKind] = [kindOf(one), kindOf(other)];
    const differ = kind !== undefined && otherKind !== undefined && kind !== otherKind;
    return differ ? [`${at}: ${kind} (${one}) and ${otherKind} (${other})`] : [];
  }
  if (Array.isArray(one)) return differencesOf(one[0], other[0], `${path}[]`);
  if (typeof one !== 'object') return [];
  if (typeof one.event_type === 'string' && one.event_type !== other.event_type) return [];
  if (typeof one.type === 'string' && one.type !== other.type) return [];
  return Object.keys(one).flatMap((name) => {
    const field = path === '' ? name : `${path}.${name}`;
    return differencesOf(one[name], other[name], field);
  });
}
