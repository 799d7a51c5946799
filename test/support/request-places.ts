import type { z } from 'zod';
import * as protocol from '#shared/contract/schemas/a2a-protocol.ts';
import * as pushConfig from '#shared/contract/schemas/a2a-push-config.ts';
import { snsMessageSchema } from '#shared/contract/schemas/inbound-mail.ts';
import { rpcRequestSchema } from '#shared/contract/schemas/json-rpc.ts';
import { protoJson } from '#shared/contract/schemas/proto-json.ts';
import { ROUTES } from '#shared/contract/table.ts';

/** A place in a request with a value that the caller chooses. */
export interface RequestPlace {
  /** Where it is, for the title of a test: `sendMail body.to[].address`. */
  readonly name: string;
  readonly kind: 'text' | 'list' | 'record';
  /** The schema of the whole part. */
  readonly schema: z.ZodType;
  /** A part that has only this value at this place. */
  readonly holding: (value: unknown) => unknown;
}

/** The texts, lists and records of all requests: every path, query and body, and the messages of the A2A protocol. */
export function requestPlaces(): RequestPlace[] {
  const requests: Parts = ROUTES.flatMap((route) => [
    [`${route.name} path`, route.params],
    [`${route.name} query`, route.query],
    [`${route.name} body`, route.body],
  ]);
  const messages: Parts = [
    ['JSON-RPC', rpcRequestSchema],
    ['SendMessage', protocol.sendMessageSchema],
    ['GetTask', protocol.getTaskSchema],
    ['CancelTask', protocol.cancelTaskSchema],
    ['ListTasks', protocol.listTasksSchema],
    ['CreateTaskPushNotificationConfig', pushConfig.newPushConfigSchema],
    ['GetTaskPushNotificationConfig', pushConfig.pushConfigRefSchema],
    ['ListTaskPushNotificationConfigs', pushConfig.listPushConfigsSchema],
  ];
  return [
    ...placesOf([...requests, ['SNS message', snsMessageSchema]], (value) => value),
    ...placesOf(messages, protoJson),
  ];
}

type Parts = readonly (readonly [name: string, schema: z.ZodType | undefined])[];

function placesOf(parts: Parts, prepare: Hold): RequestPlace[] {
  const seen = new Set<z.ZodType>();
  return parts.flatMap(([name, schema]) => {
    // Routes share schemas, for example those of pages. Each is tried once.
    if (schema === undefined || seen.has(schema)) return [];
    seen.add(schema);
    return placesIn(schema, name, schema, prepare);
  });
}

type Hold = RequestPlace['holding'];

/** The parts of a zod schema definition that the walk needs. */
interface Definition {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly element?: z.ZodType;
  readonly valueType?: z.ZodType;
  readonly options?: readonly z.ZodType[];
  readonly innerType?: z.ZodType;
  readonly in?: z.ZodType;
  readonly out?: z.ZodType;
}

function placesIn(whole: z.ZodType, name: string, schema: z.ZodType, hold: Hold): RequestPlace[] {
  const definition = schema._zod.def as unknown as Definition;
  const place = (kind: RequestPlace['kind']) => ({ name, kind, schema: whole, holding: hold });
  const inside = (label: string, inner: z.ZodType | undefined, wrap: Hold) =>
    inner === undefined ? [] : placesIn(whole, label, inner, (value) => hold(wrap(value)));
  switch (definition.type) {
    case 'string':
      return [place('text')];
    case 'unknown':
      return [place('text'), place('list'), place('record')];
    case 'array':
      return [place('list'), ...inside(`${name}[]`, definition.element, (value) => [value])];
    case 'record':
      return [
        place('record'),
        ...inside(`${name}.*`, definition.valueType, (value) => ({ key: value })),
        { ...place('text'), name: `${name} (a key)`, holding: (value) => hold({ [String(value)]: 'x' }) },
      ];
    case 'object':
      return Object.entries(definition.shape ?? {}).flatMap(([field, inner]) =>
        inside(`${name}.${field}`, inner, (value) => ({ [field]: value })),
      );
    case 'union':
      return (definition.options ?? []).flatMap((option) => inside(name, option, (value) => value));
    case 'pipe':
      return [definition.in, definition.out].flatMap((side) => inside(name, side, (value) => value));
    default:
      return inside(name, definition.innerType, (value) => value);
  }
}
