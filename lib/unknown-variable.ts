import { nearestName } from '#shared/domain/text/nearest-name.ts';
import { STAGE_VARIABLES } from './stage-variables.ts';

/** The variables that only `npm start` reads. Its table has to have exactly these. See: local/settings.ts. */
const LOCAL_VARIABLE_NAMES = [
  'AID_PORT',
  'AID_SMTP_PORT',
  'AID_TUNNEL_PORT',
  'AID_STATE_DIR',
  'AID_EPHEMERAL',
  'AID_LOOPBACK_ONLY',
  'AID_CHECK_ACCESS',
  'AID_EMULATOR_SECRET',
  'AID_DYNAMODB_ENDPOINT',
  'AID_WARM_FUNCTIONS',
] as const;

export type LocalVariableName = (typeof LOCAL_VARIABLE_NAMES)[number];

/** The variables of those who call the service: the command line, the libraries, and the samples of the pages. */
const CLIENT_VARIABLES = ['AID_KEY', 'AID_URL', 'AID_ACCOUNT', 'AID_INBOUND_SECRET', 'AID_PROXY_URL'];

/** The variables of those who work on the service: its tests and measurements. */
const TEST_VARIABLES = /^AID_(?:TEST|RECORD)_|^AID_(?:SEED|TOOLS_DIR|COMPATIBLE_WITH|SCHEMATHESIS_ARGS)$/;

const SETTINGS = [...Object.keys(STAGE_VARIABLES), ...LOCAL_VARIABLE_NAMES];

const KNOWN: ReadonlySet<string> = new Set([...SETTINGS, ...CLIENT_VARIABLES]);

/**
 * What is wrong with the first variable of an environment that begins with `AID_` and that no program reads, in one
 * line with the setting that it was most likely meant for; `undefined` if every such variable is known. A misspelt
 * setting would otherwise leave the stage at a default, without a word.
 */
export function unknownVariable(environment: Readonly<Record<string, string | undefined>>): string | undefined {
  const unknown = Object.keys(environment).find(
    (name) => name.startsWith('AID_') && environment[name] !== '' && !KNOWN.has(name) && !TEST_VARIABLES.test(name),
  );
  if (unknown === undefined) return undefined;
  const nearest = nearestSetting(unknown);
  return `${unknown}: not a setting; ${nearest === undefined ? 'docs/settings.md lists them' : `did you mean ${nearest}?`}`;
}

/**
 * By its words, and then by its letters: two that have changed places in a short name are near with the prefix only.
 */
function nearestSetting(unknown: string): string | undefined {
  const wordsOf = (name: string) => name.slice('AID_'.length);
  const nearest = nearestSpelling(wordsOf(unknown), SETTINGS.map(wordsOf));
  return nearest === undefined ? nearestSpelling(unknown, SETTINGS) : `AID_${nearest}`;
}

/** The known name that is nearest to an unknown one, in upper or lower case; `undefined` if none is near. */
export function nearestSpelling(unknown: string, known: readonly string[]): string | undefined {
  const spellings = new Map(known.map((name) => [name.toLowerCase(), name]));
  const nearest = nearestName(unknown.toLowerCase(), [...spellings.keys()]);
  return nearest === undefined ? undefined : spellings.get(nearest);
}
