import type { AliasType, EnumType, Field, Model, ObjectType, Type, TypeExpression, UnionType } from '../model/model.ts';
import { comment, literal } from './text.ts';

/** The discriminator type of objects that the SDK does not know. */
const UNKNOWN = 'UnknownText';

const UNKNOWN_TEXT = `${comment(
  'Any other string, from a service that is newer than this SDK. The prefix exists only in the type: it lets the compiler distinguish unknown values from the known ones.',
)}export type ${UNKNOWN} = \`(unknown)\${string}\`;
`;

/** The types of requests and replies. */
export function emitTypes({ types }: Model): string {
  const closed = discriminating(types);
  return [UNKNOWN_TEXT, ...types.map((type) => comment(type.text) + declaration(type, closed))].join('\n');
}

/** The enumerations that discriminate the variants of a union, without the variant for other values. */
function discriminating(types: readonly Type[]): ReadonlySet<string> {
  const unions = types.filter((type) => type.kind === 'union');
  const fieldsOf = (name: string) =>
    types.flatMap((type) => (type.name === name && type.kind === 'object' ? type.fields : []));
  return new Set(
    unions.flatMap(({ discriminator, variants }) =>
      variants
        .flatMap((variant) => fieldsOf(variant.type))
        .flatMap(({ name, type }) => (name === discriminator && type.kind === 'reference' ? type.name : [])),
    ),
  );
}

function declaration(type: Type, closed: ReadonlySet<string>): string {
  switch (type.kind) {
    case 'object':
      return objectDeclaration(type);
    case 'enum':
      return enumDeclaration(type, closed.has(type.name));
    case 'union':
      return unionDeclaration(type);
    case 'alias':
      return aliasDeclaration(type);
  }
}

function objectDeclaration({ name, extends: bases, fields, others, usedIn }: ObjectType): string {
  const isRequest = usedIn === 'request';
  const heritage = bases.length > 0 ? ` extends ${bases.join(', ')}` : '';
  const members = fields.map((field) => member(field, isUnknown(name), isRequest));
  if (others !== undefined) members.push(`  [name: string]: ${typeOf(others)};\n`);
  return members.length === 0
    ? `export interface ${name}${heritage} {}\n`
    : `export interface ${name}${heritage} {\n${members.join('')}}\n`;
}

const isUnknown = (name: string) => name.startsWith('Unknown');

function member({ name, type, required, text, default: value }: Field, ofUnknown: boolean, isRequest: boolean): string {
  const assumed = value === undefined ? '' : ` \`${value}\` by default.`;
  const written = ofUnknown && type.kind === 'string' ? UNKNOWN : typeOf(type, isRequest);
  return `${text === '' ? '' : comment(`${text}${assumed}`, '  ')}  ${name}${required ? '' : '?'}: ${written};\n`;
}

/** Unknown strings are accepted too; editors suggest the known ones. */
function enumDeclaration({ name, values }: EnumType, isClosed: boolean): string {
  const known = values.map((value) => `  | ${literal(value)}`);
  return `export type ${name} =\n${[...known, ...(isClosed ? [] : ['  | (string & {})'])].join('\n')};\n`;
}

function unionDeclaration({ name, variants, unknown }: UnionType): string {
  return `export type ${name} =\n${[...variants.map(({ type }) => type), unknown].map((one) => `  | ${one}`).join('\n')};\n`;
}

function aliasDeclaration({ name, type }: AliasType): string {
  return `export type ${name} = ${typeOf(type)};\n`;
}

/** An expression in TypeScript. A request may have a `Date` where the wire has a time. */
export function typeOf(expression: TypeExpression, isRequest = false): string {
  switch (expression.kind) {
    case 'string':
      return isRequest && expression.format === 'date-time' ? 'string | Date' : 'string';
    case 'boolean':
      return 'boolean';
    case 'integer':
    case 'number':
      return 'number';
    case 'any':
      return 'unknown';
    case 'constant':
      return literal(expression.value);
    case 'reference':
      return expression.name;
    case 'list': {
      const item = typeOf(expression.of, isRequest);
      return /\W/.test(item) ? `(${item})[]` : `${item}[]`;
    }
    case 'map':
      return `Record<string, ${typeOf(expression.of, isRequest)}>`;
    case 'nullable':
      return `${typeOf(expression.of, isRequest)} | null`;
    case 'one-of':
      return expression.of.map((one) => typeOf(one, isRequest)).join(' | ');
  }
}
