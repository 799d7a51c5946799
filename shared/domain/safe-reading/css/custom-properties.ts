/** The custom properties of an element that count, and as many of its own. */
export const MAX_CUSTOM_PROPERTIES = 100;

/** The variables in a value that are replaced, those in the values of variables included. */
const MAX_REPLACED = 20;
/** The characters of the value of a variable. */
const MAX_VALUE = 200;
/** What is replaced in a value. */
export const HAS_VARIABLE = /(?:var|env)\(/;

/**
 * A value with each `var()` replaced by the value of its custom property, or else by its fallback. `env()` has no value
 * in a window without cutouts.
 */
export function replaceVariables(value: string, variables: ReadonlyMap<string, string>): string {
  let text = value;
  for (let count = 0; count < MAX_REPLACED && HAS_VARIABLE.test(text); count += 1) {
    text = text.replace(/(?:var|env)\(\s*([^\s,)]+)\s*(?:,([^()]*))?\)/, (_, name: string, fallback = '') =>
      (variables.get(name) ?? fallback).trim().slice(0, MAX_VALUE),
    );
  }
  return text;
}
