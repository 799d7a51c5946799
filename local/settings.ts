import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import type { LocalVariableName } from '#lib/unknown-variable.ts';
import { StartError } from './start-error.ts';

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/**
 * The settings that the local profile itself reads from the environment. Every other `AID_` variable belongs to the
 * stage and is passed to the synthesis unchanged.
 *
 * See: docs/contract/local-profile.md#addresses-and-state.
 */
export interface LocalSettings {
  /** Port of the API; 0 means any free port. */
  readonly port: number;
  /** Port of the public side of tunnels; 0 means any free port. */
  readonly tunnelPort: number;
  /** Whether another port will do for tunnels, because the environment names none. */
  readonly tunnelPortMayChange: boolean;
  /** Port for inbound mail; 0 means any free port. */
  readonly smtpPort: number;
  /** The state folder; `undefined` for an ephemeral stack. */
  readonly stateDir: string | undefined;
  /** The least severe line of a function that reaches the terminal. */
  readonly log: LogLevel;
  /** Another DynamoDB-compatible engine to use in place of the bundled one. */
  readonly dynamodbEndpoint: string | undefined;
  /** Whether each function's requests are checked against its own synthesized policy. */
  readonly checkAccess: boolean;
  /** Whether the functions may connect to this machine only. */
  readonly loopbackOnly: boolean;
  /** The secret access key that the emulated services demand. */
  readonly emulatorSecret: string;
  /** How many functions stay loaded when they are idle. */
  readonly warmFunctions: number;
  /** Environment of the synthesis. */
  readonly stage: Readonly<Record<string, string>>;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The variables of the local profile itself, in the order of the table of docs/settings.md, which is generated from
 * them. `shown`: the default, where it is not a value.
 */
export const LOCAL_VARIABLES = {
  AID_PORT: { fallback: 8787, meaning: 'the port of the API' },
  AID_SMTP_PORT: { fallback: 2525, meaning: 'the port of inbound SMTP' },
  AID_TUNNEL_PORT: {
    fallback: 8687,
    shown: '`8687`, or any free port',
    meaning: 'the port of the public side of [tunnels](tunnels.md)',
  },
  AID_STATE_DIR: {
    fallback: '.local',
    meaning:
      'the folder of its state; two stacks run at once with different ports and folders. A folder of an incompatible version is refused at start',
  },
  AID_EPHEMERAL: { meaning: '`1` keeps everything in memory' },
  AID_LOOPBACK_ONLY: {
    meaning:
      '`1` lets the functions connect to this machine only: a webhook to another host fails as if the network were down',
  },
  AID_CHECK_ACCESS: {
    meaning: '`1` checks each request of a function against its own policy of the templates, as the tests do',
  },
  AID_EMULATOR_SECRET: {
    shown: 'random at each start',
    meaning:
      'the secret access key of the emulated AWS services ([who may connect](contract/local-profile.md#who-may-connect))',
  },
  AID_DYNAMODB_ENDPOINT: { meaning: 'the address of another DynamoDB-compatible engine' },
  AID_WARM_FUNCTIONS: {
    fallback: 5,
    meaning:
      'how many idle functions stay loaded; each needs about 20 MB (60 MB more if it has read mail), and 150 ms to load again',
  },
} as const satisfies Record<LocalVariableName, { fallback?: number | string; shown?: string; meaning: string }>;

/** What `npm start` keeps loaded. */
export const DEFAULT_WARM_FUNCTIONS = LOCAL_VARIABLES.AID_WARM_FUNCTIONS.fallback;

/** Placeholder in the template for the address of this stack: its port may not be known at synthesis. */
export const PUBLIC_URL_PLACEHOLDER = 'http://api.aid.localhost';

/** Stands for the address of the public side of tunnels, which is known only once it has a port. */
export const TUNNEL_URL_PLACEHOLDER = 'http://tunnels.aid.localhost';

/** Reads the settings, or throws a `StartError` that names the variable. */
export function readSettings(environment: Environment): LocalSettings {
  const read = (name: string) => environment[name] || undefined;
  const ephemeral = flag('AID_EPHEMERAL', read('AID_EPHEMERAL'));
  const port = portOf('AID_PORT', read('AID_PORT'), LOCAL_VARIABLES.AID_PORT.fallback);
  return {
    port,
    // A stack on any free port is one of several, which must not compete for one port.
    tunnelPort: portOf(
      'AID_TUNNEL_PORT',
      read('AID_TUNNEL_PORT'),
      port === 0 ? 0 : LOCAL_VARIABLES.AID_TUNNEL_PORT.fallback,
    ),
    tunnelPortMayChange: read('AID_TUNNEL_PORT') === undefined,
    smtpPort: portOf('AID_SMTP_PORT', read('AID_SMTP_PORT'), LOCAL_VARIABLES.AID_SMTP_PORT.fallback),
    stateDir: ephemeral ? undefined : resolve(read('AID_STATE_DIR') ?? LOCAL_VARIABLES.AID_STATE_DIR.fallback),
    log: levelOf(read('AID_LOG')),
    dynamodbEndpoint: endpointOf('AID_DYNAMODB_ENDPOINT', read('AID_DYNAMODB_ENDPOINT')),
    checkAccess: flag('AID_CHECK_ACCESS', read('AID_CHECK_ACCESS')),
    loopbackOnly: flag('AID_LOOPBACK_ONLY', read('AID_LOOPBACK_ONLY')),
    emulatorSecret: secretOf('AID_EMULATOR_SECRET', read('AID_EMULATOR_SECRET')),
    warmFunctions: countOf('AID_WARM_FUNCTIONS', read('AID_WARM_FUNCTIONS'), DEFAULT_WARM_FUNCTIONS),
    stage: stageEnvironment(environment),
  };
}

function stageEnvironment(environment: Environment): Record<string, string> {
  const stage: Record<string, string> = {
    AID_PUBLIC_URL: PUBLIC_URL_PLACEHOLDER,
    AID_TUNNEL_URL: TUNNEL_URL_PLACEHOLDER,
    AID_RUNBOOK_URL: `${PUBLIC_URL_PLACEHOLDER}/_local/docs/runbook.md`,
  };
  for (const [name, value] of Object.entries(environment)) {
    if (name.startsWith('AID_') && !Object.hasOwn(LOCAL_VARIABLES, name) && value) stage[name] = value;
  }
  stage.AID_PROFILE = 'local';
  return stage;
}

function portOf(name: string, value: string | undefined, fallback: number): number {
  if (value === undefined) return fallback;
  const port = /^\d{1,5}$/.test(value) ? Number(value) : Number.NaN;
  if (!(port <= 65_535)) throw new StartError(`${name}: expected a port from 0 to 65535, got "${value}"`);
  return port;
}

function countOf(name: string, value: string | undefined, fallback: number): number {
  if (value === undefined) return fallback;
  if (/^\d{1,4}$/.test(value)) return Number(value);
  throw new StartError(`${name}: expected a number from 0 to 9999, got "${value}"`);
}

/** A random one for each start, unless a program outside of the stack has to know it. */
function secretOf(name: string, value: string | undefined): string {
  if (value === undefined) return randomBytes(32).toString('base64url');
  if (/^[!-~]{16,128}$/.test(value)) return value;
  throw new StartError(`${name}: expected 16 to 128 visible characters`);
}

function flag(name: string, value: string | undefined): boolean {
  if (value === undefined || value === '0' || value === 'false') return false;
  if (value === '1' || value === 'true') return true;
  throw new StartError(`${name}: expected 1 or 0, got "${value}"`);
}

function levelOf(value: string | undefined): LogLevel {
  if (value === undefined) return 'error';
  const level = LOG_LEVELS.find((known) => known === value.toLowerCase());
  if (level === undefined) throw new StartError(`AID_LOG: expected one of ${LOG_LEVELS.join(', ')}, got "${value}"`);
  return level;
}

function endpointOf(name: string, value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  if (!URL.canParse(value) || !/^https?:/.test(value))
    throw new StartError(`${name}: expected an address, got "${value}"`);
  return value.replace(/\/+$/, '');
}
