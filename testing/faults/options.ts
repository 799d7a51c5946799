import { parseArgs } from 'node:util';
import { VARIANT_NAMES, type VariantName } from './variants/variants.ts';

/** How large a fault run is. */
export interface FaultOptions {
  /** The first seed; further ones follow it. */
  readonly seed: number;
  readonly seeds: number;
  readonly operations: number;
  /** Operations at once. */
  readonly concurrency: number;
  /** A service that is broken on purpose. */
  readonly broken: VariantName | undefined;
}

const FAULT_OPTIONS = {
  seed: { type: 'string' },
  seeds: { type: 'string' },
  operations: { type: 'string' },
  concurrency: { type: 'string' },
  broken: { type: 'string' },
} as const;

const DEFAULT_OPERATIONS = 400;
const DEFAULT_CONCURRENCY = 16;

/** Reads the options from the arguments of the command, or throws an error that names the wrong one. */
export function readFaultOptions(
  args: readonly string[],
  randomSeed = () => Math.floor(Math.random() * 1e6),
): { options: FaultOptions; names: string[] } {
  const { values, positionals } = parseArgs({ args: [...args], options: FAULT_OPTIONS, allowPositionals: true });
  const number = (name: 'seed' | 'seeds' | 'operations' | 'concurrency', fallback: () => number, least: number) => {
    const text = values[name];
    if (text === undefined) return fallback();
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= least)) throw new Error(`--${name}: expected a whole number from ${least}, got "${text}"`);
    return value;
  };
  const broken = VARIANT_NAMES.find((name) => name === values.broken);
  if (values.broken !== undefined && broken === undefined)
    throw new Error(`--broken: expected one of ${VARIANT_NAMES.join(', ')}, got "${values.broken}"`);
  return {
    options: {
      seed: number('seed', randomSeed, 0),
      seeds: number('seeds', () => 1, 1),
      operations: number('operations', () => DEFAULT_OPERATIONS, 1),
      concurrency: number('concurrency', () => DEFAULT_CONCURRENCY, 1),
      broken,
    },
    names: positionals,
  };
}
