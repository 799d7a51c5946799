import { USUAL_ROWS } from './call-operation.ts';

/** The options of every command. If a request field has the same name, put the option before the command. */
export const COMMON = [
  { flags: '--json', text: 'Print rows and errors as JSON Lines, even on a terminal.' },
  { flags: '--fields <names>', text: 'The fields to print, for example id,subject,from.address.' },
  { flags: '--profile <name>', text: 'The profile to use; AID_PROFILE by default, or else "default".' },
  { flags: '--key <key>', text: 'API key; overrides AID_KEY and the stored key.' },
  { flags: '--url <url>', text: 'Address of the service; overrides AID_URL and the stored address.' },
] as const;

export const YES = { flags: '--yes', text: 'Do not ask for confirmation.' };
export const DRY_RUN = { flags: '--dry-run', text: 'Print the request and send nothing.' };
export const IDEMPOTENCY_KEY = {
  flags: '--idempotency-key <key>',
  text: 'Calls with the same key take effect once.',
};
export const AGENT = {
  flags: '--agent <id-or-handle>',
  text: 'The agent that the call is for; by default the agent of the key.',
};
export const LIST = [
  { flags: '--limit <rows>', text: `How many rows to print; ${USUAL_ROWS} by default.` },
  { flags: '--all', text: 'Print all rows.' },
];
