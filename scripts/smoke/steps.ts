import type { Step } from './run-steps.ts';
import { agents, login, organization, passwordHash, ready } from './steps/accounts.ts';
import { entryPoint, tools } from './steps/discovery.ts';
import { download, inbound, mailOut, outcome, wait } from './steps/mail.ts';
import { delivery, stream, streamEvent, tunnel, webhook } from './steps/receivers.ts';

/** The steps in the order in which they run. */
export const STEPS: readonly Step[] = [
  ready,
  entryPoint,
  organization,
  agents,
  tools,
  stream,
  tunnel,
  webhook,
  mailOut,
  wait,
  download,
  outcome,
  streamEvent,
  delivery,
  inbound,
  passwordHash,
  login,
];

/** Removes what the steps have created. No operation deletes an organization or an agent, so these stay, locked. */
export const CLEAN_UP: Step = {
  name: 'clean-up',
  after: [],
  needs: 'the API; what is left over is named by "smoke-" and the id of the run',
  run: async (run) => `${await run.undoAll()} things removed; the organization smoke-${run.id} stays without keys`,
};
