/** A copy of a JSON value in which one value was changed. */
interface Change<T> {
  /** The path of the value, with dots. */
  readonly where: string;
  readonly changed: T;
}

/**
 * Copies of a JSON value, in each of which one text, number or boolean is another one, or one item of a list is twice
 * or not there.
 *
 * @example
 * [...changedLeaves({ a: ['b'] })].map(({ changed }) => changed); // [{ a: ['b!'] }, { a: ['b', 'b'] }, { a: [] }]
 */
export function* changedLeaves<T>(value: T, where = ''): Generator<Change<T>> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      const place = `${where}.${index}`;
      for (const change of changedLeaves(item as unknown, place)) {
        yield { where: change.where, changed: value.with(index, change.changed) as T };
      }
      yield { where: `${place} twice`, changed: value.toSpliced(index, 0, item) as T };
      yield { where: `${place} removed`, changed: value.toSpliced(index, 1) as T };
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      for (const change of changedLeaves(member as unknown, `${where}.${name}`)) {
        yield { where: change.where, changed: { ...value, [name]: change.changed } };
      }
    }
  } else if (typeof value === 'boolean') yield { where, changed: !value as T };
  else if (typeof value === 'number') yield { where, changed: (value + 1) as T };
  else yield { where, changed: `${String(value)}!` as T };
}
