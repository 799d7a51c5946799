import type { Field, ObjectType, TypeExpression } from '../model/model.ts';
import { comment } from './comments.ts';
import type { GoTypes, Side } from './go-types.ts';
import { exported } from './names.ts';

/** How the fields of a type are written. */
export interface FieldStyle {
  readonly side: Side;
  /** Whether a field that is left out leaves what is stored as it is, so that each value has to be told from none. */
  readonly isUpdate?: boolean;
  /** Names of fields that are secrets. */
  readonly secrets?: ReadonlySet<string>;
}

/**
 * A field of a struct with its comment.
 *
 * - Of replies: a pointer where the value may be null.
 * - Of requests: a zero value is left out. In an update, where it may have a meaning, an optional field is a pointer,
 *   and a `Nullable` where null clears it.
 */
export function writeField(types: GoTypes, field: Field, style: FieldStyle): string {
  const { side } = style;
  const type = style.secrets?.has(field.name) ? 'SecretString' : sized(field.name, fieldType(types, field, style));
  const omitted = field.required ? '' : ',omitzero';
  const text = commentOf(types, field);
  return `${comment(text, 1)}\t${goName(types, field)} ${type} \`json:"${field.name}${side === 'request' || !field.required ? omitted : ''}"\`\n`;
}

/** A number of bytes is more than an `int` holds on small machines. */
function sized(name: string, type: string): string {
  return /bytes|size$/.test(name) ? type.replace(/\bint$/, 'int64') : type;
}

/** The comment of a field; where it has none of its own, that of its type. */
function commentOf(types: GoTypes, field: Field): string {
  if (field.text !== '') return field.text;
  let expression = field.type;
  while (expression.kind === 'list' || expression.kind === 'nullable') expression = expression.of;
  const text = expression.kind === 'reference' ? types.named(expression.name).text : '';
  const [sentence] = /^.*?\.(?= |$)/.exec(text) ?? [];
  return sentence ?? `The field ${field.name}.`;
}

/** `Content` of `content_base64`, because Go has bytes. */
export function goName(types: GoTypes, { name, type }: Pick<Field, 'name' | 'type'>): string {
  return exported(types.of(type, 'request') === '[]byte' ? name.replace(/_base64$/, '') : name);
}

function fieldType(types: GoTypes, { type, required }: Field, { side, isUpdate = false }: FieldStyle): string {
  if (required || side === 'reply') return optionalReplyType(types, type, required, side);
  if (isUpdate) {
    const expression = types.resolved(type);
    if (expression.kind === 'nullable') return `Nullable[${types.of(expression.of, side)}]`;
    return types.isEnum(type) ? types.of(type, side) : types.pointer(type, side);
  }
  return requestType(types, type);
}

/** An optional field of a reply is a pointer where its zero value would say something. */
function optionalReplyType(types: GoTypes, type: TypeExpression, required: boolean, side: Side): string {
  const plain = types.of(type, side);
  return !required && (types.isObject(type) || plain === 'int' || plain === 'bool') ? types.pointer(type, side) : plain;
}

/** Null in a new record is the same as nothing. */
function requestType(types: GoTypes, type: TypeExpression): string {
  const expression = types.resolved(type);
  const value = expression.kind === 'nullable' ? expression.of : type;
  return types.isObject(value) ? types.pointer(value, 'request') : types.of(value, 'request');
}

/** The fields of an object with those of the types that it extends. */
export function allFields(types: GoTypes, type: ObjectType): readonly Field[] {
  const inherited = type.extends.flatMap((name) => {
    const base = types.named(name);
    if (base.kind !== 'object') throw new Error(`${type.name} extends ${name}, which is no object`);
    return allFields(types, base);
  });
  return [...inherited, ...type.fields];
}
