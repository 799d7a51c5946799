/** An API call, from which all of its snippets are generated. */
export interface ShownCall {
  /** Its name in the SDKs: `mail.messages.list`. */
  readonly name: string;
  readonly verb: string;
  /** The path, starting with `/v1`. */
  readonly path: string;
  /** The ids that the SDKs take as the first arguments. */
  readonly ids?: readonly string[];
  /** The parameters, by wire name. */
  readonly params?: object;
  /** The agent that the call is made for, if the path names it. */
  readonly identityId?: string;
  /** Whether it returns a list. */
  readonly isList?: boolean;
}

/** The languages of the snippets, in order. */
export const LANGUAGES = ['curl', 'TypeScript', 'Python'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The call in one language. Snippets read the key from the environment and never contain it. */
export function snippetOf(call: ShownCall, language: Language, url: string): string {
  const { params = {} } = call;
  const set = Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined && value !== ''));
  const filled = { ...call, params: set };
  if (language === 'curl') return curl(filled, url);
  return language === 'TypeScript' ? typeScript(filled, url) : python(filled, url);
}

type Filled = ShownCall & { readonly params: Readonly<Record<string, unknown>> };

function curl({ verb, path, params }: Filled, url: string): string {
  const isRead = verb === 'GET';
  const pairs = Object.entries(params).map(([key, value]): [string, string] => [key, String(value)]);
  const query = isRead ? new URLSearchParams(pairs).toString() : '';
  const lines = [
    `curl ${verb === 'GET' ? '' : `-X ${verb} `}${shellText(`${url}${path}${query === '' ? '' : `?${query}`}`)}`,
    '-H "Authorization: Bearer $AID_KEY"',
  ];
  if (!isRead && Object.keys(params).length > 0) {
    lines.push("-H 'content-type: application/json'", `-d ${shellText(JSON.stringify(params))}`);
  }
  return lines.join(' \\\n  ');
}

/** A text as one quoted word of a shell. */
export function shellText(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function typeScript({ name, ids = [], params, identityId, isList }: Filled, url: string): string {
  const values = [...ids.map(quoted), ...(Object.keys(params).length > 0 ? [objectText(params)] : [])];
  const client = identityId === undefined ? 'aid' : `aid.identity(${quoted(identityId)})`;
  const call = `${client}.${name}(${values.join(', ')})`;
  const use = isList ? `for await (const row of ${call}) console.log(row);` : `console.log(await ${call});`;
  return `import { Aid } from 'aid-stack';\n\nconst aid = new Aid({ url: ${quoted(url)} }); // AID_KEY\n${use}\n`;
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;
}

function objectText(value: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(value).map(([name, item]) => `${name}: ${valueText(item)}`);
  return `{ ${pairs.join(', ')} }`;
}

function valueText(value: unknown): string {
  return typeof value === 'string' ? quoted(value) : JSON.stringify(value);
}

function python({ name, ids = [], params, identityId, isList }: Filled, url: string): string {
  const values = [
    ...ids.map((id) => JSON.stringify(id)),
    ...Object.entries(params).map(([key, value]) => `${key === 'from' ? 'from_' : key}=${pythonText(value)}`),
  ];
  const client = identityId === undefined ? 'aid' : `aid.identity(${JSON.stringify(identityId)})`;
  const words = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const call = `${client}.${words}(${values.join(', ')})`;
  const use = isList ? `for row in ${call}:\n        print(row)` : `print(${call})`;
  return `from aid_stack import Aid\n\nwith Aid(url=${JSON.stringify(url)}) as aid:  # AID_KEY\n    ${use}\n`;
}

/** A JSON value as Python, which spells `null`, `true` and `false` differently. */
export function pythonText(value: unknown): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map(pythonText).join(', ')}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([key, item]) => `${JSON.stringify(key)}: ${pythonText(item)}`)
    .join(', ')}}`;
}
