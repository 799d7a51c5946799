import type { Field, IdentityParameter, Method, Parameter, TypeExpression } from '../model/model.ts';
import { docstring, pathParameterName, snakeCase } from './python-names.ts';
import type { PythonTypes } from './python-types.ts';

/** An argument of a method, and where its value goes. */
interface Argument {
  readonly name: string;
  readonly wire: string;
  readonly type: string;
  readonly text: string;
  /** `None` for an optional argument omits the field, unless null is one of its values. */
  readonly presence: 'required' | 'optional' | 'nullable';
}

const OPTIONS: Readonly<Record<string, readonly [type: string, text: string]>> = {
  idempotency_key: [
    'str | None = None',
    'Makes the call safe to repeat in another process: the same key with the same arguments has one effect.',
  ],
  timeout: ['float | None = None', 'Timeout of one attempt, in seconds.'],
  extra_headers: ['Headers | None = None', 'Additional headers for this request.'],
};

/** The lines of one method of an asynchronous resource. */
export function methodLines(method: Method, types: PythonTypes): string[] {
  const { page } = method;
  const identity = identityOf(method);
  const path = method.pathParameters.filter(({ name }) => identity?.in !== 'path' || identity.name !== name);
  const query = method.query.map((parameter) => argumentOf(parameter, types, identity));
  const body = bodyArguments(method, types);
  const named = [...body, ...query].sort(
    (a, b) => Number(b.presence === 'required') - Number(a.presence === 'required'),
  );
  const options = Object.entries(OPTIONS).filter(([name]) => name !== 'idempotency_key' || method.idempotent);
  const own = 'identity_id: str | None = None';
  const ownFirst = identity !== method.identity;
  const signature = [
    'self',
    ...path.map(({ name }) => `${pathParameterName(method.path, name)}: str`),
    ...(ownFirst ? [own] : []),
    '*',
    ...named.map(declaration),
    ...(identity?.in === 'path' && !ownFirst ? [own] : []),
    ...options.map(([name, [type]]) => `${name}: ${type}`),
  ];
  const documented: (readonly [string, string])[] = [
    ...path.map((parameter) => [pathParameterName(method.path, parameter.name), parameter.text] as const),
    ...named.filter(({ text }) => text !== '').map(({ name, text }) => [name, text] as const),
    ...(identity?.in === 'path'
      ? [['identity_id', "The agent. By default, that of `identity(…)` or the agent key's own."] as const]
      : []),
    ...options.map(([name, [, text]]) => [name, text] as const),
  ];
  const reply = page === undefined ? returnType(method, types) : `AsyncPages[${types.expression(page.row, 'reply')}]`;
  return [
    `    ${page === undefined ? 'async ' : ''}def ${snakeCase(method.name)}(`,
    ...signature.map((argument) => `        ${argument},`),
    `    ) -> ${reply}:`,
    ...docstring('        ', [`${method.title}.`, method.text], documented),
    ...callLines(method, { query, body }),
    ...returnLines(method, types, reply),
  ];
}

/**
 * Where the agent is named. An agent's public card can be read without a key, and therefore without an agent of one's
 * own; `identity(…)` then names one.
 */
function identityOf({ identity, auth, pathParameters, path }: Method): IdentityParameter | undefined {
  const [first] = pathParameters;
  const isPublic = auth === 'none' && first !== undefined && pathParameterName(path, first.name) === 'identity_id';
  return isPublic ? { in: 'path', name: first.name } : identity;
}

function argumentOf(field: Field | Parameter, types: PythonTypes, identity: IdentityParameter | undefined): Argument {
  const nullable = isNullable(field.type);
  // `identity(…)` may already have named it.
  const required = field.required && identity?.name !== field.name;
  return {
    name: snakeCase(field.name),
    wire: field.name,
    type: types.expression(field.type, 'request'),
    text: field.text === '' ? types.textOf(field.type) : field.text,
    presence: required ? 'required' : nullable ? 'nullable' : 'optional',
  };
}

const isNullable = (type: TypeExpression): boolean => type.kind === 'nullable' || type.kind === 'any';

function bodyArguments({ body, operation, identity }: Method, types: PythonTypes): Argument[] {
  if (body === undefined) return [];
  const type = body.type.kind === 'reference' ? types.named(body.type.name) : undefined;
  if (type?.kind !== 'object') throw new Error(`${operation}: its body is not a named object`);
  return types.allFields(type).map((field) => argumentOf(field, types, identity));
}

function declaration({ name, type, presence }: Argument): string {
  if (presence === 'required') return `${name}: ${type}`;
  return presence === 'optional' ? `${name}: ${type} | None = None` : `${name}: ${type} | Omit = OMIT`;
}

function callLines(
  method: Method,
  { query, body }: { readonly query: readonly Argument[]; readonly body: readonly Argument[] },
): string[] {
  const identity = identityOf(method);
  const path = method.path.replace(/\{(\w+)\}/g, (_all, name: string) => {
    if (identity?.in === 'path' && identity.name === name) {
      return '{segment("identity_id", self._core.settings.path_identity if identity_id is None else identity_id)}';
    }
    const python = pathParameterName(method.path, name);
    return `{segment("${python}", ${python})}`;
  });
  const options = ['timeout=timeout', 'extra_headers=extra_headers'];
  const wait = method.wait?.parameter;
  return [
    '        call = Call(',
    `            "${method.verb}",`,
    `            ${path.includes('{') ? 'f' : ''}"${path.replace(/"/g, "'")}",`,
    ...(query.length > 0 ? [`            query=${fields(query, identity?.in === 'query' ? identity.name : '')},`] : []),
    ...(method.body === undefined
      ? []
      : [`            body=${fields(body, identity?.in === 'body' ? identity.name : '')},`]),
    `            options=Options(${[...(method.idempotent ? ['idempotency_key=idempotency_key'] : []), ...options].join(', ')}),`,
    ...(method.wait === undefined
      ? []
      : [
          `            held_ms=${wait === undefined ? method.wait.maxMs : `${wait} if ${wait} is not None else ${method.wait.maxMs}`},`,
        ]),
    `            route="${method.path.replace(/\{\w+\}/g, '{id}')}",`,
    '        )',
  ];
}

/** A dictionary of the arguments by wire name, without omitted ones. */
function fields(all: readonly Argument[], identity: string): string {
  const entries = (presences: readonly Argument['presence'][]) => {
    const chosen = all.filter(({ presence }) => presences.includes(presence));
    const pairs = chosen.map(({ wire, name }) =>
      wire === identity ? `"${wire}": self._core.own(${name})` : `"${wire}": ${name}`,
    );
    return `{${pairs.join(', ')}}`;
  };
  return `fields(${entries(['required', 'nullable'])}, ${entries(['optional'])})`;
}

function returnType({ reply }: Method, types: PythonTypes): string {
  return reply === undefined ? 'None' : types.expression(reply, 'reply');
}

function returnLines({ reply, page, operation }: Method, types: PythonTypes, type: string): string[] {
  if (reply === undefined) return ['        await self._core.perform(call)'];
  if (page !== undefined) {
    const place = page.cursor === undefined || page.cursor === 'created_at' ? '' : `, "${page.cursor}"`;
    const forwards = page.forwards === undefined ? '' : `, forwards="${page.forwards}"`;
    const list = types.expression(reply, 'reply');
    const name = page.cursor === undefined ? 'single_page' : 'pages';
    return [`        return self._core.${name}(call, ${list}, "${page.items}"${place}${forwards})`];
  }
  if (reply.kind === 'reference' && types.named(reply.name).kind === 'object') {
    return [`        return await self._core.fetch(call, ${type})`];
  }
  if (reply.kind !== 'one-of') throw new Error(`${operation}: a reply that is neither an object nor a choice of them`);
  return [
    `        reply: TypeAdapter[${type}] = TypeAdapter(${type})`,
    '        return await self._core.fetch_any(call, reply)',
  ];
}
