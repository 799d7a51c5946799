import { USUAL_ROWS } from './call-operation.ts';

/** What every command takes. Where a field of a request has the same name, the option comes before the command. */
export const COMMON = [
  { flags: '--json', text: 'Print JSON, one line per row, even on a terminal; errors too.' },
  { flags: '--fields <names>', text: 'The fields to print: id,subject,from.address.' },
  { flags: '--profile <name>', text: 'The stored key to use; by default AID_PROFILE, or default.' },
  { flags: '--key <key>', text: 'The key, in place of AID_KEY and of a stored one.' },
  { flags: '--url <url>', text: 'The address of the service, in place of AID_URL and of a stored one.' },
] as const;

export const YES = { flags: '--yes', text: 'Do not ask.' };
export const DRY_RUN = { flags: '--dry-run', text: 'Print the request and send nothing.' };
export const IDEMPOTENCY_KEY = {
  flags: '--idempotency-key <key>',
  text: 'Only one of all calls with the same key counts.',
};
export const AGENT = {
  flags: '--agent <id-or-handle>',
  text: 'The agent that the call is made for; with an agent key, it is its own.',
};
export const LIST = [
  { flags: '--limit <rows>', text: `How many rows to print; ${USUAL_ROWS} when omitted.` },
  { flags: '--all', text: 'Print all rows.' },
];
