/** The custom properties of an element that count, and as many of its own. */
export const MAX_CUSTOM_PROPERTIES = 100;

/** The variables in a value that are replaced, those in the values of variables included. */
const MAX_REPLACED = 20;
/** The characters of the value of a variable. */
const MAX_VALUE = 200;
/** What is replaced in a value. Names of functions match in any case, names of properties do not. */
export const HAS_VARIABLE = /\b(?:var|env)\(/i;

/**
 * A value with each `var()` replaced by the value of its custom property, or else by its fallback. `env()` has no value
 * in a window without cutouts. Names are case-sensitive.
 *
 * See: CSS Custom Properties for Cascading Variables Level 1, section 3.
 */
export function replaceVariables(value: string, variables: ReadonlyMap<string, string>): string {
  let text = value;
  for (let count = 0; count < MAX_REPLACED && HAS_VARIABLE.test(text); count += 1) {
    text = text.replace(
      /\b(?:var|env)\(\s*([^\s,)]+)\s*(?:,((?:[^()]|\([^()]*\))*))?\)/i,
      (_, name: string, fallback = '') => (variables.get(name) ?? fallback).trim().slice(0, MAX_VALUE),
    );
  }
  return text;
}
