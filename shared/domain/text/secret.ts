/**
 * A value that must not appear in logs, JSON or error messages. Only `reveal()` returns it.
 *
 * See: docs/decisions/0004-encryption-at-rest.md.
 */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  reveal(): string {
    return this.#value;
  }

  toJSON(): string {
    return '[secret]';
  }

  toString(): string {
    return '[secret]';
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return '[secret]';
  }
}
