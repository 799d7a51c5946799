import { MINUTES_BETWEEN_READS, minutesOfFunction } from '#shared/contract/ways.ts';
import { MINUTE } from '#shared/domain/time/time.ts';
import { readEnv } from '#shared/runtime/env.ts';
import { invokeFunction } from './invoke-function.ts';
import type { Way } from './way.ts';

/** A function that the sweep may invoke: `http-mcp`, and with the stage and the alias `aid-prod-http-mcp:live`. */
interface InvokedFunction {
  readonly id: string;
  readonly qualifiedName: string;
}

function invokedFunctions(): InvokedFunction[] {
  const { STAGE, HEARTBEAT_FUNCTIONS } = readEnv('STAGE', 'HEARTBEAT_FUNCTIONS');
  return HEARTBEAT_FUNCTIONS.map((name) => ({ id: name.split(':')[0] ?? name, qualifiedName: `aid-${STAGE}-${name}` }));
}

/** The name of the function of this id, with the stage and the alias. */
export function functionNamed(id: string): string {
  const found = invokedFunctions().find((one) => one.id === id);
  if (found === undefined) throw new Error(`HEARTBEAT_FUNCTIONS does not name ${id}`);
  return found.qualifiedName;
}

/**
 * The ways through one function each. A function reads the table every three or four minutes, because reads are
 * charged.
 */
export function functionWays(): readonly Way[] {
  return invokedFunctions().map(({ id, qualifiedName }, index) => {
    const everyMinutes = minutesOfFunction(id);
    return {
      name: id,
      about: 'stage',
      everyMinutes,
      turn: index % everyMinutes,
      tries: 1,
      go: (now, signal) => {
        const isItsMinute = (Math.floor(now / MINUTE) + index) % MINUTES_BETWEEN_READS === 0;
        return invokeFunction(qualifiedName, { readsTable: everyMinutes > 1 || isItsMinute }, signal);
      },
    };
  });
}
