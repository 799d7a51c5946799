/** Moves repeated values into components, each with its own name. */
export class Components {
  readonly #section: string;
  readonly #names = new Map<string, string>();
  readonly values: Record<string, unknown> = {};

  constructor(section: 'parameters' | 'responses' | 'examples') {
    this.#section = section;
  }

  /** The reference to a value, which becomes a component under the first free one of these names. */
  ref(value: unknown, names: readonly string[]): { $ref: string } {
    const text = JSON.stringify(value);
    const known = this.#names.get(text);
    const name = known ?? this.#free(names);
    this.#names.set(text, name);
    this.values[name] = value;
    return { $ref: `#/components/${this.#section}/${name}` };
  }

  #free(names: readonly string[]): string {
    const name = names.find((one) => !Object.hasOwn(this.values, one));
    if (name === undefined) throw new Error(`no free name for a component among ${names.join(', ')}`);
    return name;
  }
}

/** How often each value occurs, by its text. */
export function countOf(values: Iterable<unknown>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) {
    const text = JSON.stringify(value);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return counts;
}

/** A name of several words as the name of a component. */
export function pascal(name: string): string {
  return name
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}
