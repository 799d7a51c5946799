import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
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

const DEFAULT_PORT = 8787;
const DEFAULT_TUNNEL_PORT = 8687;
const DEFAULT_SMTP_PORT = 2525;
const DEFAULT_STATE_DIR = '.local';
/** What `npm start` keeps loaded. */
export const DEFAULT_WARM_FUNCTIONS = 5;

/** Placeholder in the template for the address of this stack: its port may not be known at synthesis. */
export const PUBLIC_URL_PLACEHOLDER = 'http://api.aid.localhost';

/** Stands for the address of the public side of tunnels, which is known only once it has a port. */
export const TUNNEL_URL_PLACEHOLDER = 'http://tunnels.aid.localhost';

/** Variables of the local profile itself. */
const OWN = new Set([
  'AID_PORT',
  'AID_TUNNEL_PORT',
  'AID_SMTP_PORT',
  'AID_STATE_DIR',
  'AID_EPHEMERAL',
  'AID_DYNAMODB_ENDPOINT',
  'AID_CHECK_ACCESS',
  'AID_LOOPBACK_ONLY',
  'AID_EMULATOR_SECRET',
  'AID_WARM_FUNCTIONS',
]);

/** Reads the settings, or throws a `StartError` that names the variable. */
export function readSettings(environment: Environment): LocalSettings {
  const read = (name: string) => environment[name] || undefined;
  const ephemeral = flag('AID_EPHEMERAL', read('AID_EPHEMERAL'));
  const port = portOf('AID_PORT', read('AID_PORT'), DEFAULT_PORT);
  return {
    port,
    // A stack on any free port is one of several, which must not compete for one port.
    tunnelPort: portOf('AID_TUNNEL_PORT', read('AID_TUNNEL_PORT'), port === 0 ? 0 : DEFAULT_TUNNEL_PORT),
    tunnelPortMayChange: read('AID_TUNNEL_PORT') === undefined,
    smtpPort: portOf('AID_SMTP_PORT', read('AID_SMTP_PORT'), DEFAULT_SMTP_PORT),
    stateDir: ephemeral ? undefined : resolve(read('AID_STATE_DIR') ?? DEFAULT_STATE_DIR),
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
    if (name.startsWith('AID_') && !OWN.has(name) && value) stage[name] = value;
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
