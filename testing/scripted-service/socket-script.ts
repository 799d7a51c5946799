import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { difference, shown } from './matches.ts';
import type { ScenarioRun } from './scenario-run.ts';
import type { Rule } from './scenario-schema.ts';
import { WebSocketEnd } from './websocket.ts';

/** Does with a handshake what its rule says: refuses it, leaves it, or accepts it and follows the script. */
export async function followScript(
  run: ScenarioRun,
  { delay_ms: delayMs, status = 101, fault, messages = [] }: Rule,
  request: IncomingMessage,
  socket: Socket,
): Promise<void> {
  if (delayMs !== undefined) await pause(delayMs);
  if (fault === 'never') return;
  if (fault !== undefined) {
    socket.resetAndDestroy();
    return;
  }
  if (status !== 101) {
    socket.end(`HTTP/1.1 ${status} Refused\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
    return;
  }
  const arrived: unknown[] = [];
  let wake = () => {};
  const end = new WebSocketEnd(request, socket, (text) => {
    arrived.push(JSON.parse(text));
    wake();
  });
  for (const step of messages) {
    if ('send' in step) end.send(JSON.stringify(step.send));
    else if ('delay_ms' in step) await pause(step.delay_ms);
    else if ('close' in step) end.close(step.close);
    else if ('reset' in step) socket.resetAndDestroy();
    else {
      const waiting = shown(step.await);
      run.unfinished.add(waiting);
      while (!arrived.some((message) => difference(step.await, message) === undefined)) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      run.unfinished.delete(waiting);
      arrived.length = 0;
    }
  }
}
