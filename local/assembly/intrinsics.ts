/** The values that intrinsic functions refer to. */
export interface Scope {
  ref(logicalId: string): unknown;
  attribute(logicalId: string, attribute: string): unknown;
  importValue(name: string): unknown;
  condition(name: string): boolean;
}

type Argument = unknown;
type Resolve = (value: unknown) => unknown;

const FUNCTIONS: Readonly<Record<string, (argument: Argument, scope: Scope, resolve: Resolve) => unknown>> = {
  Ref: (name, scope) => scope.ref(String(name)),
  'Fn::GetAtt': (argument, scope, resolve) => {
    const [logicalId = '', ...path] = typeof argument === 'string' ? argument.split('.') : list(argument).map(resolve);
    return scope.attribute(String(logicalId), path.map(String).join('.'));
  },
  'Fn::Join': (argument, _scope, resolve) => {
    const [delimiter, parts] = list(argument);
    return list(resolve(parts)).map(text).join(text(delimiter));
  },
  'Fn::Sub': (argument, scope, resolve) => {
    const [template, values] = Array.isArray(argument) ? argument : [argument, {}];
    return substitute(text(template), resolve(values ?? {}) as Record<string, unknown>, scope);
  },
  'Fn::Select': (argument, _scope, resolve) => {
    const [index, parts] = list(argument).map(resolve);
    return list(parts)[Number(index)];
  },
  'Fn::Split': (argument, _scope, resolve) => {
    const [delimiter, whole] = list(argument).map(resolve);
    return text(whole).split(text(delimiter));
  },
  'Fn::ImportValue': (argument, scope, resolve) => scope.importValue(text(resolve(argument))),
  'Fn::If': (argument, scope, resolve) => {
    const [name, yes, no] = list(argument);
    return resolve(scope.condition(text(name)) ? yes : no);
  },
  'Fn::Base64': (argument, _scope, resolve) => Buffer.from(text(resolve(argument))).toString('base64'),
  'Fn::Equals': (argument, _scope, resolve) => {
    const [left, right] = list(argument).map(resolve);
    return left === right;
  },
  'Fn::And': (argument, _scope, resolve) => list(argument).map(resolve).every(Boolean),
  'Fn::Or': (argument, _scope, resolve) => list(argument).map(resolve).some(Boolean),
  'Fn::Not': (argument, _scope, resolve) => !resolve(list(argument)[0]),
};

/**
 * Resolves the intrinsic functions of a template value. An unknown function stops the start, because a silently wrong
 * value would be found much later.
 *
 * Source: CloudFormation template reference, Intrinsic functions.
 */
export function resolve(value: unknown, scope: Scope): unknown {
  if (Array.isArray(value)) return value.map((item) => resolve(item, scope)).filter((item) => item !== undefined);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const [only] = entries;
  if (entries.length === 1 && only !== undefined) {
    const [name, argument] = only;
    const evaluate = FUNCTIONS[name];
    if (evaluate !== undefined) return evaluate(argument, scope, (inner) => resolve(inner, scope));
    if (name.startsWith('Fn::')) throw new Error(`the template uses ${name}, which the local profile does not know`);
    if (name === 'Condition' && typeof argument === 'string') return scope.condition(argument);
  }
  const resolved = entries.map(([key, item]) => [key, resolve(item, scope)] as const);
  return Object.fromEntries(resolved.filter(([, item]) => item !== undefined));
}

function substitute(template: string, values: Readonly<Record<string, unknown>>, scope: Scope): string {
  return template.replace(/\$\{([^}]*)\}/g, (whole, name: string) => {
    if (name.startsWith('!')) return `\${${name.slice(1)}}`;
    if (Object.hasOwn(values, name)) return text(values[name]);
    const [logicalId = '', ...path] = name.split('.');
    const found = path.length === 0 ? scope.ref(name) : scope.attribute(logicalId, path.join('.'));
    return found === undefined ? whole : text(found);
  });
}

function list(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new Error(`the template has ${JSON.stringify(value)} where a list belongs`);
  return value;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : String(value);
}
