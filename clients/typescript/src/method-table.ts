import { METHODS } from './generated/methods.ts';

/** A method of the table: see `METHODS`. */
export interface Method {
  readonly name: string;
  readonly verb: string;
  readonly path: string;
  readonly takesParameters: boolean;
  /** The text after each mark: `agents` of `>agents`. */
  readonly marks: Readonly<Record<string, string | undefined>>;
}

/** Name, verb, path and marks of a method in the table. */
const METHOD = /(\w+)(?:=(\w+))?([^+>?#!]*)(.*)/;

/** The verbs that method names imply; all other methods are `POST`. */
const VERBS: Readonly<Record<string, string>> = { list: 'GET', get: 'GET', update: 'PATCH', delete: 'DELETE' };

/** All methods of the client. */
export const TABLE = METHODS.split('\n').flatMap((line) => {
  const [resource, base = '', ...methods] = line.split(' ');
  return methods.map((text): Method => {
    const [, name = '', verb = VERBS[name] ?? 'POST', path, signs = ''] = METHOD.exec(text) ?? [];
    const marks = Object.fromEntries(Array.from(signs.matchAll(/(\W)([\w.]*)/g), ([, sign, word]) => [sign, word]));
    if (name === 'list') marks['>'] ||= base.replace(/.*\//, '').replace('-', '_');
    const isOfAll = name === 'list' || name === 'create';
    return {
      name: resource + name,
      verb,
      path: base + (path || (isOfAll ? '' : name in VERBS ? '/:' : `/:/${name}`)),
      takesParameters: (isOfAll || name === 'update') !== '+' in marks,
      marks,
    };
  });
});
