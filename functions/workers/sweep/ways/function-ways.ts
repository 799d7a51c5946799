import { MINUTES_BETWEEN_READS, minutesOfFunction } from '#shared/contract/ways.ts';
import { MINUTE } from '#shared/domain/time/time.ts';
import { readEnv } from '#shared/runtime/env.ts';
import { invokeFunction } from './invoke-function.ts';
import type { Way } from './way.ts';

/** The name of a function without the stage and the alias: `aid-prod-http-mcp:live` is `http-mcp`. */
function idOf(functionName: string): string {
  const prefix = `aid-${readEnv('STAGE').STAGE}-`;
  const [id = ''] = functionName.slice(prefix.length).split(':');
  return id;
}

/** The function of this id among those that the sweep may invoke. */
export function functionNamed(id: string): string {
  const found = readEnv('HEARTBEAT_FUNCTIONS').HEARTBEAT_FUNCTIONS.find((name) => idOf(name) === id);
  if (found === undefined) throw new Error(`HEARTBEAT_FUNCTIONS does not name ${id}`);
  return found;
}

/**
 * The ways through one function each. A function reads the table every three or four minutes, because reads are charged.
 */
export function functionWays(): readonly Way[] {
  return readEnv('HEARTBEAT_FUNCTIONS').HEARTBEAT_FUNCTIONS.map((functionName, index) => {
    const name = idOf(functionName);
    const everyMinutes = minutesOfFunction(name);
    return {
      name,
      about: 'stage',
      everyMinutes,
      turn: index % everyMinutes,
      tries: 1,
      go: (now, signal) => {
        const isItsMinute = (Math.floor(now / MINUTE) + index) % MINUTES_BETWEEN_READS === 0;
        return invokeFunction(functionName, { readsTable: everyMinutes > 1 || isItsMinute }, signal);
      },
    };
  });
}
