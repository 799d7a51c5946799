import type { CommonOptions } from '../context.ts';

/** The options of `aid run`, as commander collects them. */
export interface RunOptions extends CommonOptions {
  readonly secret?: string;
  readonly field?: string;
  readonly host?: readonly string[];
  readonly header?: string;
  readonly basic?: string;
  readonly baseUrl?: readonly string[];
  readonly maxUses?: string;
  readonly ttlSeconds?: string;
  readonly purpose?: string;
  readonly agent?: string;
  readonly privateKeyFile?: string;
  readonly dryRun?: boolean;
}

/** A number of a lease: its limits, and what it is unless an option says otherwise. */
export interface LeaseNumber {
  readonly min: number;
  readonly max: number;
  readonly usual: number;
}

export const USES: LeaseNumber = { min: 1, max: 100, usual: 100 };
export const SECONDS: LeaseNumber = { min: 30, max: 86_400, usual: 3_600 };
