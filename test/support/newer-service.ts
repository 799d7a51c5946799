/**
 * Has a service speak as a later release might: in its JSON every object has a field that this release does not know,
 * and the given texts are others, such as types of events, states and values of enums.
 */
export function asNewerService(others: Readonly<Record<string, string>>): (json: string) => string {
  return (json) => {
    let value: unknown;
    try {
      value = JSON.parse(json);
    } catch {
      return json;
    }
    return JSON.stringify(value, (_key, inner: unknown) => {
      if (typeof inner === 'string') return others[inner] ?? inner;
      if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner;
      return { ...inner, added_later: ['of a later release'] };
    });
  };
}
