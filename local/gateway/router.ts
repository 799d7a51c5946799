/** The resource of a path, with the raw text of its parameters. */
export interface Match<T> {
  readonly route: T;
  readonly parameters: Readonly<Record<string, string>> | null;
}

interface Node<T> {
  readonly literals: Map<string, Node<T>>;
  parameter: { readonly name: string; readonly node: Node<T> } | undefined;
  greedy: { readonly name: string; readonly node: Node<T> } | undefined;
  readonly methods: Map<string, T>;
}

/**
 * Finds resources as API Gateway does: segment by segment on the path as it was sent, a literal before a parameter
 * before a greedy one. An encoded slash therefore stays within its parameter. One trailing slash is ignored: the
 * resource `/x` serves `/x/` too.
 *
 * Source: API Gateway developer guide, Resources of a REST API (path parameters, proxy resources).
 */
export class Router<T> {
  readonly #root: Node<T> = node();

  add(method: string, path: string, route: T): void {
    let at = this.#root;
    for (const segment of segmentsOf(path)) at = child(at, segment);
    at.methods.set(method, route);
  }

  find(method: string, path: string): Match<T> | undefined {
    return walk(this.#root, segmentsOf(path.replace(/(?<=[^/])\/$/, '')), 0, {}, method);
  }
}

function node<T>(): Node<T> {
  return { literals: new Map(), parameter: undefined, greedy: undefined, methods: new Map() };
}

function child<T>(parent: Node<T>, segment: string): Node<T> {
  const greedy = /^\{(.+)\+\}$/.exec(segment)?.[1];
  if (greedy !== undefined) {
    parent.greedy ??= { name: greedy, node: node() };
    return parent.greedy.node;
  }
  const parameter = /^\{(.+)\}$/.exec(segment)?.[1];
  if (parameter !== undefined) {
    parent.parameter ??= { name: parameter, node: node() };
    return parent.parameter.node;
  }
  const known = parent.literals.get(segment) ?? node<T>();
  parent.literals.set(segment, known);
  return known;
}

function walk<T>(
  at: Node<T>,
  segments: readonly string[],
  index: number,
  parameters: Readonly<Record<string, string>>,
  method: string,
): Match<T> | undefined {
  const segment = segments[index];
  if (segment === undefined) {
    const route = at.methods.get(method) ?? at.methods.get('ANY');
    return route && { route, parameters: Object.keys(parameters).length === 0 ? null : parameters };
  }
  const literal = at.literals.get(segment);
  const found = literal && walk(literal, segments, index + 1, parameters, method);
  if (found !== undefined) return found;
  // The resource is chosen before the method. A literal resource without the method does not fall back to a parameter.
  if (literal !== undefined && index + 1 === segments.length && literal.methods.size > 0) return undefined;
  if (at.parameter !== undefined && segment !== '') {
    const { name, node: next } = at.parameter;
    const deeper = walk(next, segments, index + 1, { ...parameters, [name]: segment }, method);
    if (deeper !== undefined) return deeper;
  }
  if (at.greedy === undefined) return undefined;
  const { name, node: last } = at.greedy;
  return walk(last, [], 0, { ...parameters, [name]: segments.slice(index).join('/') }, method);
}

function segmentsOf(path: string): readonly string[] {
  return path === '/' || path === '' ? [] : path.replace(/^\//, '').split('/');
}
