/** One action on one resource, as IAM evaluates it. */
export interface Access {
  readonly action: string;
  readonly resource: string;
  /** The values of the condition keys that the request has. */
  readonly context?: Readonly<Record<string, readonly string[]>>;
}

type OneOrMore<T> = T | readonly T[];

export interface Statement {
  readonly Effect: 'Allow' | 'Deny';
  readonly Action: OneOrMore<string>;
  readonly Resource?: OneOrMore<string>;
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, OneOrMore<string>>>>>;
}

/**
 * Whether the statements allow the access: at least one allows it and none denies it.
 *
 * Source: IAM user guide, Policy evaluation logic.
 */
export function isAllowed(statements: readonly Statement[], access: Access): boolean {
  const applying = statements.filter((statement) => applies(statement, access));
  return applying.some(({ Effect }) => Effect === 'Allow') && !applying.some(({ Effect }) => Effect === 'Deny');
}

/** The message of AWS when one of the accesses is not allowed; `undefined` if all are. */
export function refusalOf(
  caller: string,
  statements: readonly Statement[],
  accesses: readonly Access[],
): string | undefined {
  const refused = accesses.find((access) => !isAllowed(statements, access));
  if (refused === undefined) return undefined;
  const keys = refused.context?.['dynamodb:LeadingKeys'];
  const detail = keys === undefined ? '' : ` with the leading keys ${keys.join(', ')}`;
  return `${caller} is not authorized to perform: ${refused.action} on resource: ${refused.resource}${detail}`;
}

function applies(
  { Action, Resource = [], Condition = {} }: Statement,
  { action, resource, context = {} }: Access,
): boolean {
  const isNamed = many(Action).some((pattern) => isLike(pattern.toLowerCase(), action.toLowerCase()));
  if (!isNamed || !many(Resource).some((pattern) => isLike(pattern, resource))) return false;
  return Object.entries(Condition).every(([operator, tests]) =>
    Object.entries(tests).every(([key, expected]) => holds(operator, context[key], many(expected))),
  );
}

/** Source: IAM user guide, Condition operators; Set operators (ForAllValues holds when the key is absent). */
function holds(operator: string, actual: readonly string[] | undefined, expected: readonly string[]): boolean {
  const [, quantifier, name = ''] = /^(?:(ForAllValues|ForAnyValue):)?(\w+?)(?:IfExists)?$/.exec(operator) ?? [];
  if (actual === undefined) return quantifier === 'ForAllValues' || operator.endsWith('IfExists');
  const matchesOne = (value: string) =>
    expected.some((pattern) =>
      name === 'StringLike' || name === 'ArnLike' ? isLike(pattern, value) : pattern === value,
    );
  const negated = name.includes('Not');
  const test = negated ? (value: string) => !matchesOne(value) : matchesOne;
  return quantifier === 'ForAnyValue' ? actual.some(test) : actual.every(test);
}

/** The patterns of the policies, compiled: each request is compared with dozens of them. */
const compiled = new Map<string, RegExp>();

function isLike(pattern: string, value: string): boolean {
  if (pattern === '*') return true;
  const known = compiled.get(pattern);
  if (known !== undefined) return known.test(value);
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  const form = new RegExp(`^${source}$`, 's');
  compiled.set(pattern, form);
  return form.test(value);
}

/** The value as a list: a policy may have one value in place of a list. */
export function many<T>(value: OneOrMore<T>): readonly T[] {
  return Array.isArray(value) ? (value as readonly T[]) : [value as T];
}
