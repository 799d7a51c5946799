import type { EnumType, Method, Model, ObjectType, Type, TypeExpression, UnionType } from '../model/model.ts';
import { referencesIn } from '../model/read-expression.ts';
import { about, comment } from './comments.ts';
import { allFields, writeField } from './fields.ts';
import type { GoTypes } from './go-types.ts';
import { methodsOf, replyName } from './methods.ts';
import { exported } from './names.ts';
import { payloadsOf } from './write-events.ts';

/** The fields that are secrets, by the types of the replies that have them. */
type Secrets = ReadonlyMap<string, ReadonlySet<string>>;

/** All types that methods and events use, but for the parameters of methods. */
export function writeTypes(model: Model, types: GoTypes): string {
  const secrets = secretsOf(model, types);
  const choices = methodsOf(model.client).flatMap(({ service, method }) =>
    method.reply?.kind === 'one-of' ? [writeChoice(types, `${service.slice(0, -'Service'.length)}`, method)] : [],
  );
  const used = usedTypes(model, types);
  const written = model.types.filter(({ name }) => used.has(name)).map((type) => writeType(types, type, secrets));
  return [...written, ...choices].filter((text) => text !== '').join('\n');
}

function writeType(types: GoTypes, type: Type, secrets: Secrets): string {
  if (types.isByHand(type.name)) return '';
  if (type.kind === 'enum') return writeEnum(type);
  return type.kind === 'object' ? writeObject(types, type, secrets.get(type.name)) : '';
}

/** A type that extends one other embeds it. What extends several has the fields of all. */
function writeObject(types: GoTypes, type: ObjectType, secrets: ReadonlySet<string> = new Set()): string {
  const side = type.usedIn === 'reply' ? 'reply' : 'request';
  const [base, ...others] = type.extends;
  const isEmbedded = base !== undefined && others.length === 0;
  const fields = isEmbedded ? type.fields : allFields(types, type);
  const embedded = isEmbedded ? `${comment(types.named(base).text, 1)}\t${types.nameOf(base)}\n` : '';
  const body = fields.map((field) => writeField(types, field, { side, secrets })).join('');
  return `${commentOf(type)}type ${exported(type.name)} struct {\n${embedded}${body}}\n`;
}

function writeEnum(type: EnumType): string {
  const name = exported(type.name);
  const values = type.values.map((value) => {
    const constant = name + exported(value);
    return `${comment(`${constant} is ${value}.`, 1)}\t${constant} ${name} = ${JSON.stringify(value)}\n`;
  });
  const list = `${comment(`The values of [${name}]. A newer service may send others.`)}const (\n${values.join('')})\n`;
  return `${commentOf(type)}type ${name} string\n\n${list}`;
}

function commentOf(type: Type): string {
  const name = exported(type.name);
  return comment(about(name, type.text === '' ? `The type ${type.name} of the description.` : type.text));
}

/** Replies that no field tells apart: one struct with the fields of all, each of which may be missing. */
function writeChoice(types: GoTypes, owner: string, method: Method): string {
  const replies = method.reply?.kind === 'one-of' ? method.reply.of : [];
  const objects = replies.flatMap(referencesIn).map((name) => types.named(name) as ObjectType);
  const fields = objects.flatMap((type) => allFields(types, type).map((field) => ({ ...field, required: false })));
  const unique = new Map(fields.map((field) => [field.name, field]));
  const name = replyName(owner, method);
  const text = `${name} is the reply of ${owner}.${exported(method.name)}: ${objects.map(({ name }) => exported(name)).join(' or ')}.`;
  const body = [...unique.values()].map((field) => writeField(types, field, { side: 'reply' })).join('');
  return `${comment(text)}type ${name} struct {\n${body}}\n`;
}

function secretsOf(model: Model, types: GoTypes): Secrets {
  const secrets = new Map<string, Set<string>>();
  for (const { method } of methodsOf(model.client)) {
    if (method.secret === undefined || method.reply === undefined) continue;
    for (const name of referencesIn(method.reply)) {
      const type = types.named(name);
      const field = type.kind === 'object' && allFields(types, type).find((one) => one.name === method.secret);
      if (field && types.of(field.type, 'reply') === 'string') {
        secrets.set(name, new Set([...(secrets.get(name) ?? []), field.name]));
      }
    }
  }
  return secrets;
}

/** The names of the types that are written: those that parameters, replies, rows and payloads refer to. */
function usedTypes(model: Model, types: GoTypes): ReadonlySet<string> {
  const used = new Set<string>();
  const visit = (expression: TypeExpression) => {
    for (const name of referencesIn(expression)) visitType(name);
  };
  const visitType = (name: string) => {
    if (used.has(name) || types.isByHand(name)) return;
    used.add(name);
    const type = types.named(name);
    if (type.kind === 'alias') visit(type.type);
    if (type.kind === 'union') return;
    if (type.kind !== 'object') return;
    for (const { type: of } of type.extends.length > 1 ? allFields(types, type) : type.fields) visit(of);
    if (type.extends.length === 1) type.extends.forEach(visitType);
  };
  for (const { method } of methodsOf(model.client)) {
    for (const { type } of method.query) visit(type);
    if (method.body?.type.kind === 'reference') {
      const body = types.named(method.body.type.name);
      if (body.kind === 'object') for (const { type } of allFields(types, body)) visit(type);
    }
    if (method.page !== undefined) visit(method.page.row);
    else if (method.reply?.kind === 'one-of') for (const part of method.reply.of) visitFields(part);
    else if (method.reply !== undefined) visit(method.reply);
  }
  function visitFields(expression: TypeExpression): void {
    for (const name of referencesIn(expression)) {
      const type = types.named(name);
      if (type.kind === 'object') for (const { type: of } of allFields(types, type)) visit(of);
    }
  }
  for (const union of model.types.filter((type): type is UnionType => type.kind === 'union')) {
    for (const { payload, base } of payloadsOf(types, union)) {
      visitType(payload);
      for (const { type } of base) visit(type);
    }
  }
  visitType('ErrorCode');
  visitType('EventType');
  return used;
}
