import { z } from 'zod';
import { cursor, timeout } from '../arguments.ts';
import { READS, tool } from '../tool.ts';

export const waitForCode = tool({
  name: 'wait_for_code',
  title: 'Wait for a code or a confirming link',
  description:
    'Waits up to 50 seconds for an email with a one-time code, or with a link that confirms an address, an account or a login, and returns the code, the link and who sent it. Use it after you have signed up or logged in somewhere. The email may have arrived already: without since, it looks at the last two minutes. Spam, blocked mail, mail with a virus, other senders and emails without a code are skipped and listed in held_back, at most 20 per result. If there is no code, or to wait for the next one, call again with next_cursor. Anyone can send an email with a code: give from, and read the warnings.',
  input: z.strictObject({
    from: z
      .string()
      .min(1)
      .optional()
      .describe('Who sends it: an address, or a domain with its subdomains (shop.example).'),
    since: z.string().min(1).optional().describe('Only email later than this time (RFC 3339).'),
    codes_only: z.boolean().optional().describe('Skips email with a link and without a code.'),
    timeout_seconds: timeout,
    cursor,
  }),
  output: z.looseObject({
    code: z.string().optional(),
    message: z.looseObject({}).optional(),
    held_back: z.array(z.looseObject({})).optional(),
    timed_out: z.boolean(),
    next_cursor: z.string(),
  }),
  annotations: READS,
});
