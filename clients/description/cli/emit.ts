import type { Emitter } from '../emitter.ts';
import type { IdentityParameter, Method, Model, Resource } from '../model/model.ts';
import { idNames } from '../typescript/text.ts';
import { Options } from './options.ts';

const NOTE = '// Generated from the description of the service by `npm run clients`.\n';

/** A resource under the name that people type. */
const NOUNS: Readonly<Record<string, string>> = {
  identities: 'agents',
  apiKeys: 'keys',
  contactRules: 'rules',
};

/** Methods that are no deletion and still take something away that cannot be given back. */
const DESTRUCTIVE: ReadonlySet<string> = new Set(['revoke', 'suspend', 'cancel', 'rotateSecret', 'decline']);

/** The generated file of the command line: a command for each method of the SDK. */
export const emitCli: Emitter = (model) => ({
  'cli/src/generated/operations.ts': `${NOTE}
import type { Operation } from '../operation.ts';

/** The commands that are one call each, in the order of the help. */
export const OPERATIONS: readonly Operation[] = [
${operationsOf(model).join('\n')}
];
`,
});

function operationsOf(model: Model): string[] {
  const options = new Options(model);
  const write = ({ path, methods, resources }: Resource): string[] => [
    ...methods.map((method) => `  ${JSON.stringify(operationOf(options, path, method))},`),
    ...resources.flatMap(write),
  ];
  return write(model.client);
}

function operationOf(options: Options, path: readonly string[], method: Method) {
  const { name, title, text, verb, query, body, page, identity, secret } = method;
  return {
    command: [...path.map((word) => NOUNS[word] ?? kebab(word)), kebab(name)],
    method: [...path, name].join('.'),
    title,
    text,
    arguments: argumentsOf(method),
    options: options.of(method),
    ...((query.length > 0 || body !== undefined) && { takesParameters: true }),
    ...(page !== undefined && { list: page.cursor === undefined ? 'whole' : 'paged' }),
    ...(identity !== undefined && { forAgent: identity.in }),
    ...(verb !== 'GET' && { changes: true }),
    ...((verb === 'DELETE' || DESTRUCTIVE.has(name)) && { destroys: true }),
    ...(secret !== undefined && { secret }),
  };
}

/** The ids in the path, without that of the agent that the call is made for. */
function argumentsOf({ path, identity }: Method): string[] {
  const rest = identity?.in === 'path' ? withoutIdentity(path, identity) : path;
  return idNames(rest).map((name) => kebab(name).replace(/^identity-/, 'agent-'));
}

function withoutIdentity(path: string, { name }: IdentityParameter): string {
  return path.replace(`{${name}}`, 'me');
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replaceAll('_', '-');
}
