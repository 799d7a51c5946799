import type { Model, Type, TypeExpression } from '../model/model.ts';
import { exported } from './names.ts';

/** Types that are written by hand, or are another type of Go, in place of those of the description. */
const BY_HAND: Readonly<Record<string, string>> = {
  // A text may hold a name as well: `Ada <ada@example.com>`.
  Recipient: 'string',
  Recipients: '[]string',
  SecretValue: 'SecretValue',
  // The name of what VerifyWebhook returns.
  WebhookBody: 'WebhookEvent',
};

/** Where a type is written: what a caller fills in, or what the service sends. */
export type Side = 'request' | 'reply';

/** Resolves the types of a model to those of Go. */
export class GoTypes {
  readonly #types: ReadonlyMap<string, Type>;

  constructor(model: Model) {
    this.#types = new Map(model.types.map((type) => [type.name, type]));
  }

  named(name: string): Type {
    const type = this.#types.get(name);
    if (type === undefined) throw new Error(`the model has no type ${name}`);
    return type;
  }

  /** Whether a type is written by hand, or is none of its own in Go. */
  isByHand(name: string): boolean {
    return BY_HAND[name] !== undefined;
  }

  /** The type that a name stands for. */
  nameOf(name: string): string {
    return BY_HAND[name] ?? exported(name);
  }

  /** The expression without the aliases around it, which have no names in Go. */
  resolved(expression: TypeExpression): TypeExpression {
    if (expression.kind !== 'reference' || this.isByHand(expression.name)) return expression;
    const type = this.named(expression.name);
    return type.kind === 'alias' ? this.resolved(type.type) : expression;
  }

  /** The type of a value that is there. */
  of(given: TypeExpression, side: Side): string {
    const expression = this.resolved(given);
    switch (expression.kind) {
      case 'string':
        return STRINGS[expression.format ?? ''] ?? 'string';
      case 'integer':
        return 'int';
      case 'number':
        return 'float64';
      case 'boolean':
        return 'bool';
      case 'any':
        return side === 'reply' ? 'json.RawMessage' : 'any';
      case 'constant':
        return typeof expression.value === 'boolean' ? 'bool' : 'string';
      case 'reference':
        return this.nameOf(expression.name);
      case 'list':
        return `[]${this.of(expression.of, side)}`;
      case 'map':
        return `map[string]${this.of(expression.of, side === 'reply' && this.isAny(expression.of) ? 'request' : side)}`;
      case 'nullable':
        return this.pointer(expression.of, side);
      case 'one-of':
        throw new Error(`Go has no type for a choice: name it in BY_HAND (${JSON.stringify(expression)})`);
    }
  }

  /** The type of a value that may be missing. Lists, maps and any value have nil already. */
  pointer(expression: TypeExpression, side: Side): string {
    const type = this.of(expression, side);
    return /^(?:\[\]|map\[|\*|any$|json\.RawMessage$)/.test(type) ? type : `*${type}`;
  }

  isAny(expression: TypeExpression): boolean {
    return this.resolved(expression).kind === 'any';
  }

  isObject(expression: TypeExpression): boolean {
    return this.#isKind(expression, 'object');
  }

  isEnum(expression: TypeExpression): boolean {
    return this.#isKind(expression, 'enum');
  }

  #isKind(given: TypeExpression, kind: Type['kind']): boolean {
    const expression = this.resolved(given);
    return expression.kind === 'reference' && this.named(expression.name).kind === kind;
  }
}

const STRINGS: Readonly<Record<string, string>> = { 'date-time': 'time.Time', base64: '[]byte' };
