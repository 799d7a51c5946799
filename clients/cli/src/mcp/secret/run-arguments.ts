import { type Credential, credentialOf } from '../../proxy/credential.ts';
import type { Params } from '../messages.ts';
import { unknownArguments } from '../unknown-arguments.ts';
import { MAX_PATTERN_CHARACTERS, MAX_PATTERNS, MIN_OWN_CHARACTERS, namesLines } from './shown-lines.ts';
import { ARGUMENTS, INJECTIONS, MAX_SECONDS, USUAL_SECONDS } from './tool-definition.ts';
import { changesPrograms } from './variable-names.ts';

/** The arguments of a call. */
export interface RunArguments {
  readonly secretId: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly variable: string;
  readonly field: string | undefined;
  readonly purpose: string | undefined;
  readonly timeoutMs: number;
  /** The lines of the output that are returned. */
  readonly showLines: readonly string[];
  /** How the proxy sends the secret. Absent if the program gets the secret itself. */
  readonly proxy?: { readonly host: string | undefined; readonly credential: Credential };
}

/** Invalid arguments. The message is for the model. */
export class WrongArguments extends Error {
  override readonly name = 'WrongArguments';
}

/** Arguments that have a meaning for the proxy alone. */
const OF_THE_PROXY = ['host', 'header', 'basic'] as const;

/** Reads the arguments of a call. Throws `WrongArguments`, or `UsageError` about a template. */
export function readArguments(given: Params, programs: readonly string[]): RunArguments {
  const unknown = unknownArguments(given, ARGUMENTS);
  if (unknown !== undefined) throw new WrongArguments(unknown);
  const program = text('command', given.command);
  if (!programs.includes(program)) {
    throw new WrongArguments(`${program} is not allowed. Allowed programs: ${programs.join(', ')}.`);
  }
  const seconds = Number(given.timeout_seconds ?? USUAL_SECONDS);
  if (!(seconds > 0 && seconds <= MAX_SECONDS)) {
    throw new WrongArguments(`timeout_seconds must be a number from 1 to ${MAX_SECONDS}.`);
  }
  return {
    secretId: text('secret_id', given.secret_id),
    program,
    args: texts('args', given.args),
    variable: variableOf(given.environment_variable),
    field: optional('field', given.field),
    purpose: optional('purpose', given.purpose),
    timeoutMs: seconds * 1000,
    showLines: patternsOf(given.show_lines),
    ...proxyOf(given),
  };
}

function proxyOf(given: Params): Pick<RunArguments, 'proxy'> {
  const { inject = 'environment' } = given;
  if (!INJECTIONS.some((one) => one === inject)) {
    throw new WrongArguments(`inject must be ${INJECTIONS.join(' or ')}.`);
  }
  if (inject === 'proxy') {
    const [host, header, basic] = OF_THE_PROXY.map((name) => optional(name, given[name]));
    return { proxy: { host, credential: credentialOf({ header, basic }, { header: 'header', basic: 'basic' }) } };
  }
  const useless = OF_THE_PROXY.find((name) => given[name] !== undefined);
  if (useless !== undefined) throw new WrongArguments(`${useless} has no meaning without inject: proxy.`);
  return {};
}

function variableOf(given: unknown): string {
  const variable = text('environment_variable', given);
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(variable)) {
    throw new WrongArguments(`${variable} is not a valid variable name: use letters, digits and _.`);
  }
  if (!changesPrograms(variable)) return variable;
  throw new WrongArguments(
    `${variable} changes how programs run, so no secret may be passed in it. Use a variable that the program reads its secret from, for example PGPASSWORD.`,
  );
}

function patternsOf(given: unknown): readonly string[] {
  const patterns = texts('show_lines', given);
  if (patterns.length > MAX_PATTERNS || patterns.some(({ length }) => length > MAX_PATTERN_CHARACTERS)) {
    throw new WrongArguments(
      `show_lines may have at most ${MAX_PATTERNS} patterns of ${MAX_PATTERN_CHARACTERS} characters each.`,
    );
  }
  const vague = patterns.find((pattern) => !namesLines(pattern));
  if (vague === undefined) return patterns;
  throw new WrongArguments(
    `show_lines: "${vague}" would show every line. A pattern needs at least ${MIN_OWN_CHARACTERS} characters other than * and spaces, for example "Total: *".`,
  );
}

function text(name: string, value: unknown): string {
  if (typeof value === 'string' && value !== '' && !value.includes('\0')) return value;
  throw new WrongArguments(`${name} is missing, or not a string.`);
}

function optional(name: string, value: unknown): string | undefined {
  return value === undefined ? undefined : text(name, value);
}

function texts(name: string, value: unknown = []): readonly string[] {
  const isList = Array.isArray(value) && value.every((one) => typeof one === 'string' && !one.includes('\0'));
  if (isList) return value as readonly string[];
  throw new WrongArguments(`${name} must be a list of strings.`);
}
