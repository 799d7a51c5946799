import type { Field, Model, ObjectType, UnionType } from '../model/model.ts';
import { referencesIn } from '../model/read-expression.ts';
import { about, comment } from './comments.ts';
import { writeField } from './fields.ts';
import type { GoTypes } from './go-types.ts';
import { exported } from './names.ts';

/**
 * What an event is in Go: one struct with the fields of all events, and its payload as an interface with one type for
 * each kind. The field that differs is `payload` in the log and `data` in a delivery.
 */
interface EventUnion {
  /** The name of the struct. */
  readonly name: string;
  readonly field: string;
  /** A field that is not of the wire. */
  readonly more?: { readonly text: string; readonly code: string };
  /** The interface of the payloads, and the method that only they have. */
  readonly payloads: { readonly name: string; readonly method: string; readonly text: string };
}

const EVENTS: Readonly<Record<string, EventUnion>> = {
  Event: {
    name: 'Event',
    field: 'payload',
    more: {
      text: 'The whole message of a mail event, where [EventsService.Follow] was asked for it and it can be read.',
      code: 'Message *FullMessage `json:"-"`',
    },
    payloads: { name: 'EventPayload', method: 'eventPayload', text: 'what happened, a type for each type of event' },
  },
  WebhookBody: {
    name: 'WebhookEvent',
    field: 'data',
    payloads: { name: 'WebhookData', method: 'webhookData', text: 'what happened, a type for each type of event' },
  },
};

/** A kind of event: the values of its type, the type of its payload, and what all events of its union have. */
interface Kind {
  readonly values: readonly string[];
  readonly payload: string;
  readonly base: readonly Field[];
}

/** The kinds of a union of events. */
export function payloadsOf(types: GoTypes, union: UnionType): readonly Kind[] {
  const { field } = eventUnion(union);
  return union.variants.map(({ type, values }) => {
    const variant = types.named(type);
    const own = variant.kind === 'object' ? variant.fields.find(({ name }) => name === field) : undefined;
    const [payload] = own === undefined ? [] : referencesIn(own.type);
    if (variant.kind !== 'object' || payload === undefined) throw new Error(`${type} has no ${field}`);
    return { values, payload, base: variant.extends.flatMap((name) => (types.named(name) as ObjectType).fields) };
  });
}

function eventUnion({ name }: UnionType): EventUnion {
  const found = EVENTS[name];
  if (found === undefined) throw new Error(`Go has no form for the union ${name}: add it to EVENTS`);
  return found;
}

/** The structs of events, with the functions that choose the type of a payload. */
export function writeEvents(model: Model, types: GoTypes): string {
  const unions = model.types.filter((type): type is UnionType => type.kind === 'union');
  return unions.map((union) => writeUnion(types, union)).join('\n');
}

function writeUnion(types: GoTypes, union: UnionType): string {
  const { name, field, payloads, more } = eventUnion(union);
  const kinds = payloadsOf(types, union);
  const fields = (kinds[0]?.base ?? []).map((one) => writeField(types, one, { side: 'reply' }));
  const type = `${comment('What happened. A newer service may have types that this package does not know.', 1)}\tType EventType \`json:"type"\`\n`;
  const payloadText = `The payload, by the type: [*UnknownPayload] where this package does not know it.`;
  const payload = `${comment(payloadText, 1)}\t${exported(field)} ${payloads.name} \`json:"${field}"\`\n`;
  const extra = more === undefined ? '' : `${comment(more.text, 1)}\t${more.code}\n`;
  const markers = kinds.map(({ payload: of }) => `func (*${exported(of)}) ${payloads.method}() {}\n`).join('\n');
  const cases = kinds.map(
    ({ values, payload: of }) =>
      `\tcase ${values.map((value) => JSON.stringify(value)).join(', ')}:\n\t\treturn &${exported(of)}{}\n`,
  );
  const list = kinds.map(({ payload: of }) => `[*${exported(of)}]`).join(', ');
  return [
    `${comment(about(name, union.text))}type ${name} struct {\n${fields.join('')}${type}${payload}${extra}}\n`,
    `${comment(`${payloads.name} is ${payloads.text}: ${list}, or [*UnknownPayload].`)}type ${payloads.name} interface{ ${payloads.method}() }\n`,
    markers,
    `${comment(`new${payloads.name} returns an empty payload of a type of event, or nil for one that is not known.`)}func new${payloads.name}(of EventType) ${payloads.name} {\n\tswitch of {\n${cases.join('')}\t}\n\treturn nil\n}\n`,
  ].join('\n');
}
