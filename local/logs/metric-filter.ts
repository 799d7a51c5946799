import type { LogLine } from './log-store.ts';

/** A condition on a field of a line: its text is a value, which may begin another, or is not. */
interface Condition {
  readonly field: string;
  readonly is: (text: string) => boolean;
}

/** `($.status = "5*")` or `($.error_type != "-")`. */
const CONDITION = /^\(\$\.(\w+) (=|!=) "([^"*]*)(\*?)"\)$/;

/**
 * Whether a line of JSON has the fields that the pattern of a metric filter wants. Emulated is the form that the
 * templates have: conditions on texts, all of which hold. Anything else is an error.
 *
 * Source: CloudWatch Logs user guide, Filter pattern syntax (JSON).
 */
export function linePredicate(pattern: string): (line: LogLine) => boolean {
  const [, inner] = /^\{ (.+) \}$/.exec(pattern) ?? [];
  if (inner === undefined) throw new Error(`the pattern is not emulated: ${pattern}`);
  const conditions = inner.split(' && ').map((text) => conditionOf(text, pattern));
  return ({ text }) => {
    const fields = fieldsOf(text);
    // A line without the field meets no condition on it, not even an inequality.
    return conditions.every(({ field, is }) => typeof fields[field] === 'string' && is(fields[field]));
  };
}

function conditionOf(text: string, pattern: string): Condition {
  const [, field, operator, value = '', wildcard] = CONDITION.exec(text) ?? [];
  if (field === undefined) throw new Error(`the condition ${text} is not emulated: ${pattern}`);
  const matches = (found: string) => (wildcard === '*' ? found.startsWith(value) : found === value);
  return { field, is: (found) => matches(found) === (operator === '=') };
}

/** The fields of a line of JSON; none of another line. */
export function fieldsOf(text: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text)) as Record<string, unknown>;
  } catch {
    return {};
  }
}
