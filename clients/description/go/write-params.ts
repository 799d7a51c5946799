import type { Field, Method, Model, Parameter } from '../model/model.ts';
import { comment } from './comments.ts';
import { allFields, goName, writeField } from './fields.ts';
import type { GoTypes } from './go-types.ts';
import { hasParams, methodsOf, paramsName } from './methods.ts';
import { exported } from './names.ts';

/** Parameters with another type than the description says. */
const BY_PARAMETER: Readonly<Record<string, string>> = {
  // Any text, because a wait for a type that does not exist is valid.
  'waitForEvent.type': 'EventType',
};

/** The fields of the body of a method. */
function bodyFields(types: GoTypes, { body, operation }: Method): readonly Field[] {
  if (body === undefined) return [];
  const type = body.type.kind === 'reference' ? types.named(body.type.name) : undefined;
  if (type?.kind !== 'object') throw new Error(`${operation}: its body is no object`);
  return allFields(types, type);
}

/** The structs of parameters: the fields of the body, and those of the query, which the body leaves out. */
export function writeParams(model: Model, types: GoTypes): string {
  return methodsOf(model.client)
    .filter(({ method }) => hasParams(method))
    .map(({ service, method }) => writeStruct(types, service, method))
    .join('\n');
}

function writeStruct(types: GoTypes, service: string, method: Method): string {
  const name = paramsName(service, method);
  const of = service === 'Client' ? `Client.${exported(method.name)}` : `${service}.${exported(method.name)}`;
  const text = `${name} are the parameters of [${of}].`;
  const isUpdate = method.verb === 'PATCH' || method.verb === 'PUT';
  const body = bodyFields(types, method);
  const written = [
    ...body.map((field) =>
      writeField(types, field, { side: 'request', isUpdate: isUpdate && field.name !== method.identity?.name }),
    ),
    ...method.query.map((parameter) => writeQueryField(types, method, parameter)),
  ];
  const secret = body.find(({ type }) => types.of(type, 'request') === 'SecretValue');
  const struct = `${comment([text, bodyText(types, method)])}type ${name} struct {\n${written.join('')}}\n`;
  return secret === undefined ? struct : `${struct}\n${writeWire(types, name, secret)}`;
}

function bodyText(types: GoTypes, { body }: Method): string {
  return body?.type.kind === 'reference' ? types.named(body.type.name).text : '';
}

/** The field of a parameter of the query. */
function writeQueryField(types: GoTypes, method: Method, parameter: Parameter): string {
  const type = queryType(types, method, parameter);
  const more = type === 'time.Duration' ? ' A negative time does not wait.' : '';
  const name = queryName(method, parameter.name);
  return `${comment(`${parameter.text}${more}`, 1)}\t${name} ${type} \`json:"-"\`\n`;
}

/** The type of a parameter of the query. A zero value is not sent, so a truth value is a pointer. */
export function queryType(types: GoTypes, { operation, wait }: Method, { name, type }: Parameter): string {
  const byHand = BY_PARAMETER[`${operation}.${name}`];
  if (byHand !== undefined) return byHand;
  if (wait?.parameter === name) return 'time.Duration';
  const plain = types.of(type, 'request');
  return plain === 'bool' ? '*bool' : plain;
}

/** `Timeout` of `timeout_ms`, because Go has durations. */
export function queryName(method: Method, name: string): string {
  return exported(method.wait?.parameter === name ? name.replace(/_ms$/, '') : name);
}

/** The encoding of parameters with the value of a secret, which prints and encodes as redacted otherwise. */
function writeWire(types: GoTypes, name: string, secret: Field): string {
  const field = goName(types, secret);
  return `${comment('wire returns the body with the value of the secret, which no other encoding shows.')}func (p ${name}) wire() (any, error) {
	value, err := p.${field}.wire()
	type body ${name}
	return struct {
		body
		Value json.RawMessage \`json:"${secret.name}"\`
	}{body(p), value}, err
}
`;
}

/** The statements that fill in the agent of the client where the call names none. */
export function scopeBody(types: GoTypes, method: Method): string {
  const field = bodyFields(types, method).find(({ name }) => name === method.identity?.name);
  if (method.identity?.in !== 'body' || field === undefined) return '';
  const name = `params.${goName(types, field)}`;
  return `\tif ${name} == "" {\n\t\t${name} = s.transport.scope(options)\n\t}\n`;
}
