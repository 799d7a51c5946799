import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Rule } from './scenario-schema.ts';

/** More than any body of a scenario, so that a response that is cut off is incomplete. */
const PROMISED_BYTES = 100_000;

/** Sends what the rule says. Without a rule, an error that no client retries. */
export async function sendReply(rule: Rule | undefined, response: ServerResponse): Promise<void> {
  if (rule === undefined) {
    const error = { code: 'scenario.no_reply', message: 'The scenario has no reply to this.', retryable: false };
    response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
    return;
  }
  const { delay_ms: delayMs, fault, status = 200, headers = {}, json, text } = rule;
  if (delayMs !== undefined) await pause(delayMs);
  if (fault === 'never') return;
  if (fault === 'reset') {
    response.socket?.resetAndDestroy();
    return;
  }
  const body = json === undefined ? text : JSON.stringify(json);
  const type = json === undefined ? {} : { 'content-type': 'application/json' };
  if (fault !== undefined) {
    response.writeHead(status, { ...type, 'content-length': PROMISED_BYTES, ...headers });
    response.write(body ?? '{', () => fault === 'reset_in_body' && response.socket?.resetAndDestroy());
    return;
  }
  response.writeHead(status, { ...type, ...headers }).end(body);
}
