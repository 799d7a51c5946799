import type { Field, Method, Model, Parameter, Type, TypeExpression } from '../model/model.ts';

/** What an option of a command is in the generated table. See: clients/cli/src/operation.ts. */
interface EmittedOption {
  readonly name: string;
  readonly kind: 'text' | 'number' | 'boolean' | 'texts' | 'json';
  readonly text: string;
  readonly required?: true;
  readonly values?: readonly string[];
}

/** What pages read by themselves, and what the agent of the call is named by. */
const LIST_LIMIT = 'limit';

/** Turns the parameters of methods into options that can be typed. */
export class Options {
  readonly #types: ReadonlyMap<string, Type>;

  constructor({ types }: Model) {
    this.#types = new Map(types.map((type) => [type.name, type]));
  }

  /** Those of the query and of the body. The agent of the call and the length of a page have options of their own. */
  of({ query, body, page, identity }: Method): EmittedOption[] {
    const fields = body === undefined ? [] : this.#fieldsOf(body.type);
    return [...query, ...fields]
      .filter(({ name }) => identity === undefined || identity.in === 'path' || identity.name !== name)
      .filter(({ name }) => page === undefined || name !== LIST_LIMIT)
      .map((field) => this.#optionOf(field));
  }

  #optionOf({ name, type, required, text }: Field | Parameter): EmittedOption {
    const kind = this.#kindOf(type);
    const values = this.#valuesOf(type);
    return {
      name,
      kind,
      text: text === '' ? this.#textOf(type) : text,
      ...(required && { required }),
      ...(values.length > 0 && { values }),
    };
  }

  /** A text wherever a text is one of what it may be, so that the usual case needs no JSON. */
  #kindOf(type: TypeExpression): EmittedOption['kind'] {
    const resolved = this.#resolved(type);
    switch (resolved.kind) {
      case 'string':
        return 'text';
      case 'integer':
      case 'number':
        return 'number';
      case 'boolean':
        return 'boolean';
      case 'constant':
        return typeof resolved.value === 'boolean' ? 'boolean' : 'text';
      case 'nullable':
        return this.#kindOf(resolved.of);
      case 'list':
        return this.#kindOf(resolved.of) === 'text' ? 'texts' : 'json';
      case 'one-of': {
        const kinds = resolved.of.map((one) => this.#kindOf(one));
        return kinds.includes('texts') ? 'texts' : kinds.includes('text') ? 'text' : 'json';
      }
      default:
        return 'json';
    }
  }

  /** What an enumeration proposes. The service may know further values. */
  #valuesOf(type: TypeExpression): readonly string[] {
    if (type.kind === 'nullable' || type.kind === 'list') return this.#valuesOf(type.of);
    const named = type.kind === 'reference' ? this.#types.get(type.name) : undefined;
    return named?.kind === 'enum' ? named.values : [];
  }

  #textOf(type: TypeExpression): string {
    if (type.kind === 'nullable' || type.kind === 'list') return this.#textOf(type.of);
    return type.kind === 'reference' ? (this.#types.get(type.name)?.text ?? '') : '';
  }

  /** Follows names: an enumeration is a text, and an object stays a reference. */
  #resolved(type: TypeExpression): TypeExpression {
    if (type.kind !== 'reference') return type;
    const named = this.#types.get(type.name);
    if (named?.kind === 'enum') return { kind: 'string' };
    return named?.kind === 'alias' ? this.#resolved(named.type) : type;
  }

  #fieldsOf(type: TypeExpression): readonly Field[] {
    const named = type.kind === 'reference' ? this.#types.get(type.name) : undefined;
    if (named?.kind === 'alias') return this.#fieldsOf(named.type);
    if (named?.kind !== 'object') return [];
    return [...named.extends.flatMap((name) => this.#fieldsOf({ kind: 'reference', name })), ...named.fields];
  }
}
