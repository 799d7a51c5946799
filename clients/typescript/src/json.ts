/** Parses a text as a JSON object; an empty one if it is anything else. */
export function objectIn(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
