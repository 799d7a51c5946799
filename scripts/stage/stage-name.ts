import { ConfigError } from '#lib/config-error.ts';
import { unknownVariable } from '#lib/unknown-variable.ts';

/**
 * The name of the stage in the environment, for commands that read no other setting. Throws a `ConfigError` for an
 * unknown one: a misspelt `AID_STAGE` would make a command work on the stage `dev`.
 */
export function stageNameIn(environment: Readonly<Record<string, string | undefined>>): string {
  const unknown = unknownVariable(environment);
  if (unknown !== undefined) throw new ConfigError(unknown);
  return environment.AID_STAGE || 'dev';
}
