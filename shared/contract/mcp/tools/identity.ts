import { z } from 'zod';
import { READS, tool } from '../tool.ts';

export const whoami = tool({
  name: 'whoami',
  title: 'Who am I',
  description: 'Returns who you are here: your handle, your email address, your organization, and today’s usage.',
  input: z.strictObject({}),
  output: z.looseObject({
    actor_type: z.string(),
    organization: z.string(),
    handle: z.string().optional(),
    email_address: z.string().optional(),
  }),
  annotations: READS,
});
