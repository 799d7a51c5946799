import type { Method, Parameter } from '../model/model.ts';
import { about, comment } from './comments.ts';
import type { GoTypes } from './go-types.ts';
import { hasParams, ownerOf, ownPathParameters, paramsName, replyName } from './methods.ts';
import { exported, unexported } from './names.ts';
import { queryName, queryType, scopeBody } from './write-params.ts';

const VERBS = { GET: 'Get', POST: 'Post', PUT: 'Put', PATCH: 'Patch', DELETE: 'Delete' } as const;

/** Writes one method of a service: a description of its operation, which the transport sends. */
export class MethodWriter {
  readonly #types: GoTypes;
  readonly #service: string;
  readonly #method: Method;
  readonly #name: string;

  constructor(types: GoTypes, service: string, method: Method) {
    this.#types = types;
    this.#service = service;
    this.#method = method;
    this.#name = exported(method.name);
  }

  write(): string {
    return this.#method.page === undefined ? this.#writeCall() : this.#writeList();
  }

  #writeCall(): string {
    const { reply, body, identity } = this.#method;
    const type = this.#replyType();
    const results = reply === undefined ? 'error' : `(*${type}, error)`;
    const send = reply === undefined ? 'exec' : `call[${type}]`;
    const scoped = identity?.in === 'body' ? scopeBody(this.#types, this.#method) : '';
    const given = body === undefined ? '' : '\top.body = params\n';
    return `${this.#comment()}func (s *${this.#service}) ${this.#name}(${this.#arguments()}) ${results} {
${scoped}	op := ${this.#operation()}
${this.#statements('op')}${given}	return ${send}(ctx, s.transport, op, options)
}
`;
  }

  #writeList(): string {
    const { page } = this.#method;
    const row = page === undefined ? '' : this.#types.of(page.row, 'reply');
    const cursor =
      page?.cursor === undefined
        ? ''
        : `\tl.cursor = func(row *${row}) time.Time { return row.${exported(page.cursor)} }\n`;
    const forwards = page?.forwards === undefined ? '' : `, forwards: ${JSON.stringify(page.forwards)}`;
    const listing = unexported(`${this.#method.name} pages`);
    const [ctx, ...own] = this.#arguments().split(', ');
    const passed = [
      ...ownPathParameters(this.#method).map((one) => this.#argumentOf(one)),
      ...(hasParams(this.#method) ? ['params'] : []),
      'options',
    ];
    const inner = own.join(', ').replace('options ...RequestOption', 'options []RequestOption');
    const pageText = `${this.#name}Page returns one page of ${this.#name}.`;
    return `${this.#comment()}func (s *${this.#service}) ${this.#name}(${[ctx, ...own].join(', ')}) iter.Seq2[*${row}, error] {
	return list(ctx, s.transport, s.${listing}(${passed.join(', ')}), options)
}

${comment(pageText)}func (s *${this.#service}) ${this.#name}Page(${[ctx, ...own].join(', ')}) (*Page[${row}], error) {
	return listPage(ctx, s.transport, s.${listing}(${passed.join(', ')}), options)
}

func (s *${this.#service}) ${listing}(${inner}) listing[${row}] {
	l := listing[${row}]{operation: ${this.#operation()}, noun: ${JSON.stringify(page?.items)}${forwards}}
${cursor}${this.#statements('l')}	return l
}
`;
  }

  #replyType(): string {
    const { reply } = this.#method;
    if (reply === undefined) return '';
    return reply.kind === 'one-of' ? replyName(ownerOf(this.#service), this.#method) : this.#types.of(reply, 'reply');
  }

  #comment(): string {
    const { title, text, auth, errors } = this.#method;
    const first = title.startsWith(this.#name) ? `${title}.` : about(this.#name, `${title}.`);
    const key = {
      none: 'It needs no key.',
      org: 'It needs the key of an organization.',
      agent: 'It needs the key of an agent.',
      any: '',
    };
    const codes = errors.length === 0 ? '' : `Errors: ${errors.join(', ')}.`;
    return comment([first, text, [key[auth], codes].filter((part) => part !== '').join(' ')]);
  }

  #arguments(): string {
    const ids = ownPathParameters(this.#method).map((parameter) => `${this.#argumentOf(parameter)} string`);
    const params = hasParams(this.#method) ? [`params ${paramsName(this.#service, this.#method)}`] : [];
    return ['ctx context.Context', ...ids, ...params, 'options ...RequestOption'].join(', ');
  }

  /** `ruleID` where the text is "The rule's id."; a conversation is a thread in all other names. */
  #argumentOf({ name, text }: Parameter): string {
    if (name === 'tid') return 'threadID';
    const [, owner] = /^The ([\w ]+?)(?:'|’)s id/.exec(text) ?? [];
    return unexported(owner === undefined ? name : `${owner} id`);
  }

  #operation(): string {
    const { verb, path, identity, idempotent, wait } = this.#method;
    const place = path.replace(/\{(\w+)\}/g, (_, name) =>
      identity?.in === 'path' && identity.name === name ? '{identity}' : '{}',
    );
    const ids = ownPathParameters(this.#method).map((parameter) => this.#argumentOf(parameter));
    return `operation{${[
      `method: http.Method${VERBS[verb]}`,
      `path: ${JSON.stringify(place)}`,
      ...(ids.length > 0 ? [`args: []string{${ids.join(', ')}}`] : []),
      ...(idempotent ? ['mutating: true'] : []),
      ...(wait === undefined ? [] : [`waits: ${wait.maxMs} * time.Millisecond`]),
    ].join(', ')}}`;
  }

  /** The statements that add the parameters of the query. */
  #statements(operation: string): string {
    return this.#method.query.map((parameter) => `\t${operation}.${this.#setting(parameter)}\n`).join('');
  }

  #setting(parameter: Parameter): string {
    const { identity } = this.#method;
    const { name } = parameter;
    const value = `params.${queryName(this.#method, name)}`;
    const isIdentity = identity?.in === 'query' && identity.name === name;
    const given = isIdentity ? `cmp.Or(${value}, s.transport.scope(options))` : value;
    const type = queryType(this.#types, this.#method, parameter);
    const setter = SETTERS[type];
    return setter === undefined
      ? `setString(${JSON.stringify(name)}, string(${given}))`
      : `${setter}(${JSON.stringify(name)}, ${given})`;
  }
}

/** The methods that add a parameter of a type. Any other type is that of an enumeration. */
const SETTERS: Readonly<Record<string, string>> = {
  string: 'setString',
  int: 'setInt',
  '*bool': 'setBool',
  'time.Time': 'setTime',
  'time.Duration': 'setMilliseconds',
};
