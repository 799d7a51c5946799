import type { z } from 'zod';
import { AppError, invalid } from '#shared/domain/errors/errors.ts';
import { nearestName } from '#shared/domain/text/nearest-name.ts';

/** How many problems a message names. */
const MAX_PROBLEMS = 10;

/** The problems of a request, one for each field, so that a caller can correct them all at once. */
export class Problems {
  /** By field: `field: what was expected`. */
  readonly #messages = new Map<string, string>();
  #more = 0;

  /** Adds a problem of a field, unless the field has one already. */
  add(field: string, expected: string): void {
    if (this.#messages.has(field)) return;
    if (this.#messages.size < MAX_PROBLEMS) this.#messages.set(field, invalid(field, expected).message);
    else this.#more += 1;
  }

  /** Parses what `read` returns. `part` names the whole, for problems that belong to no field. */
  parse(part: string, schema: z.ZodType, read: () => unknown): unknown {
    let value: unknown;
    try {
      value = read();
    } catch (error) {
      this.#addError(error);
      return undefined;
    }
    // Objects of which a field is unknown, by the list of the unknown fields.
    const objects = new Map<unknown, readonly string[]>();
    const parsed = schema.safeParse(value, {
      error: (issue) => {
        if (issue.code === 'unrecognized_keys') objects.set(issue.keys, fieldsOf(issue.inst));
        return undefined;
      },
    });
    if (parsed.success) return parsed.data;
    for (const issue of parsed.error.issues) this.#addIssue(issue, part, objects);
    return undefined;
  }

  /** Throws 400 with all problems, if there are any. */
  throwIfAny(): void {
    if (this.#messages.size === 0) return;
    const more = this.#more === 0 ? '' : `; and ${this.#more} more`;
    throw new AppError('validation.failed', `${[...this.#messages.values()].join('; ')}${more}`);
  }

  /** An error of another kind, such as 413, is thrown, unless there are problems, which come first. */
  #addError(error: unknown): void {
    if (!(error instanceof AppError) || error.code !== 'validation.failed') {
      this.throwIfAny();
      throw error;
    }
    const [field = '', ...expected] = error.message.split(': ');
    this.add(field, expected.join(': '));
  }

  #addIssue(issue: z.core.$ZodIssue, part: string, objects: ReadonlyMap<unknown, readonly string[]>): void {
    const field = issue.path.map(String).join('.');
    if (issue.code === 'unrecognized_keys') {
      this.#addUnknown(field, issue.keys, objects.get(issue.keys) ?? []);
      return;
    }
    const missing = issue.code === 'invalid_type' && issue.message.endsWith('received undefined');
    const expected = issue.message.replace(/^Invalid (?:input|option): /, '');
    this.add(field === '' ? part : field, missing ? `required (${expected})` : expected);
  }

  /** The last unknown field of an object comes with the known ones, so that they are listed once. */
  #addUnknown(object: string, unknown: readonly string[], known: readonly string[]): void {
    const shown = unknown.slice(0, MAX_PROBLEMS);
    this.#more += unknown.length - shown.length;
    for (const [index, key] of shown.entries()) {
      const name = key.slice(0, 100);
      const nearest = nearestName(key, known);
      const list = index === shown.length - 1 && known.length > 0 ? [`known: ${known.join(', ')}`] : [];
      const notes = [...(nearest === undefined ? [] : [`did you mean ${nearest}?`]), ...list];
      const field = object === '' ? name : `${object}.${name}`;
      this.add(field, `not a known field${notes.length === 0 ? '' : ` (${notes.join(' ')})`}`);
    }
  }
}

/** The fields of the object schema that raised an issue. */
function fieldsOf(schema: unknown): readonly string[] {
  const shape = (schema as z.ZodObject | undefined)?._zod?.def.shape;
  return shape === undefined ? [] : Object.keys(shape);
}
