/** Parses JSON; returns `undefined` if the text is not JSON. For text from outside, which a schema validates next. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
