import type { z } from 'zod';
import { VARIABLES } from '#shared/contract/environment.ts';

type Variables = typeof VARIABLES;

/** The parsed value of each variable with the text that it came from: functions read variables at every request. */
const cache = new Map<keyof Variables, { text: string | undefined; value: unknown }>();

/**
 * The environment variables that a function names, parsed. Throws an error with the name of the variable when one is
 * missing or malformed.
 */
export function readEnv<K extends keyof Variables>(...names: K[]): { [N in K]: z.output<Variables[N]> } {
  return Object.fromEntries(names.map((name) => [name, read(name)])) as { [N in K]: z.output<Variables[N]> };
}

function read(name: keyof Variables): unknown {
  const text = process.env[name];
  const known = cache.get(name);
  if (known !== undefined && known.text === text) return known.value;
  const parsed = VARIABLES[name].safeParse(text);
  if (!parsed.success) throw new Error(`environment variable ${name}: ${parsed.error.issues[0]?.message}`);
  cache.set(name, { text, value: parsed.data });
  return parsed.data;
}
