import type { Method, Model, Resource, Type } from '../model/model.ts';
import { referencesIn } from '../model/read-expression.ts';
import { typeOf } from './emit-types.ts';
import { comment, idNames, pascal } from './text.ts';

/** An interface for each resource, with the parameters of its methods. */
export function emitResources({ client, types }: Model): string {
  const emitted = new Resources(types).emit(client);
  const used = [...new Set(referencesOf(client))].sort();
  return [
    `import type { Call } from '../call.ts';\n`,
    `import type { CallOptions, OfIdentity } from '../options.ts';\n`,
    `import type { Pages } from '../pages.ts';\n`,
    `import type {\n${used.map((name) => `  ${name},\n`).join('')}} from './types.ts';\n`,
    emitted,
  ].join('');
}

class Resources {
  readonly #types: ReadonlyMap<string, Type>;

  constructor(types: readonly Type[]) {
    this.#types = new Map(types.map((type) => [type.name, type]));
  }

  /** The interfaces of a resource and of those below it. */
  emit(resource: Resource): string {
    const { path, methods, resources } = resource;
    const name = interfaceOf(resource);
    const text =
      path.length === 0 ? 'The resources and methods of a client.' : `The methods of \`aid.${path.join('.')}\`.`;
    const members = [
      ...methods.map((method) => this.#member(method)),
      ...resources.map((below) => `  readonly ${below.name}: ${interfaceOf(below)};\n`),
    ];
    return [
      ...methods.map((method) => paramsDeclaration(method)),
      `\n${comment(text)}export interface ${name} {\n`,
      ...members,
      '}\n',
      ...resources.map((below) => this.emit(below)),
    ].join('');
  }

  #member(method: Method): string {
    const { name, text, page, reply } = method;
    const result =
      page === undefined ? `Call<${reply === undefined ? 'void' : typeOf(reply)}>` : `Pages<${typeOf(page.row)}>`;
    const written = `  ${name}(${this.#parameters(method).join(', ')}): ${result};\n`;
    return comment(`${text}${keyText(method)}`, '  ') + written;
  }

  #parameters(method: Method): string[] {
    const { body, query, identity, path } = method;
    const ids = idNames(identity?.in === 'path' ? path.replace(`{${identity.name}}`, '') : path);
    const options = identity === undefined ? 'CallOptions' : 'CallOptions & OfIdentity';
    const params =
      body === undefined
        ? query.length === 0
          ? []
          : [`params${query.some(({ required }) => required) ? '' : '?'}: ${paramsName(method)}`]
        : [`params${this.#isRequired(method) ? '' : '?'}: ${this.#bodyType(method)}`];
    return [...ids.map((id) => `${id}: string`), ...params, `options?: ${options}`];
  }

  /** A field that names the identity is optional: `identity(id)` fills it in. */
  #bodyType({ body, identity, query }: Method): string {
    const type = body === undefined ? 'never' : typeOf(body.type);
    if (identity === undefined) return type;
    const isRequired =
      identity.in === 'body' && this.#fieldsOf(type).some(({ name, required }) => name === identity.name && required);
    const own = isRequired ? `Omit<${type}, '${identity.name}'> & Partial<Pick<${type}, '${identity.name}'>>` : type;
    const inQuery = query.map(({ name, required, type: of }) => `${name}${required ? '' : '?'}: ${typeOf(of)}`);
    return `${own} & OfIdentity${inQuery.length === 0 ? '' : ` & { ${inQuery.join('; ')} }`}`;
  }

  #isRequired({ body }: Method): boolean {
    return body?.required === true;
  }

  #fieldsOf(name: string) {
    const type = this.#types.get(name);
    return type?.kind === 'object' ? type.fields : [];
  }
}

function interfaceOf({ path }: Resource): string {
  return path.length === 0 ? 'Client' : `${pascal(path)}Resource`;
}

const paramsName = ({ operation }: Method) => `${pascal([operation])}Params`;

/** The interface of a method's query. */
function paramsDeclaration(method: Method): string {
  const { query, body, identity } = method;
  if (query.length === 0 || body !== undefined) return '';
  const members = query.map(
    ({ name, type, required, text }) =>
      `${comment(text, '  ')}  ${name}${required ? '' : '?'}: ${typeOf(type, true)};\n`,
  );
  const heritage = identity === undefined ? '' : ' extends OfIdentity';
  return `\nexport interface ${paramsName(method)}${heritage} {\n${members.join('')}}\n`;
}

/** Which keys may call a method, if not every key may. */
function keyText({ auth, secret }: Method): string {
  const once = secret === undefined ? '' : ` \`${secret}\` is returned only this once.`;
  if (auth === 'org') return `${once} Needs an org key.`;
  if (auth === 'agent') return `${once} Needs an agent key.`;
  return auth === 'none' ? `${once} Needs no key.` : once;
}

function referencesOf({ methods, resources }: Resource): string[] {
  const own = methods.flatMap(({ body, query, reply, page }) =>
    [...(body === undefined ? [] : [body.type]), ...query.map(({ type }) => type), page?.row ?? reply].flatMap(
      (type) => (type === undefined ? [] : referencesIn(type)),
    ),
  );
  return [...own, ...resources.flatMap(referencesOf)];
}
