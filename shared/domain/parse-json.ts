/** What a text says as JSON; `undefined` where it is none. For texts of others that a schema judges next. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
