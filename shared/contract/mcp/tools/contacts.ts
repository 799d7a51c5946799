import { z } from 'zod';
import { cursor, id, limit, once } from '../arguments.ts';
import { READS, tool, WRITES } from '../tool.ts';

export const findContact = tool({
  name: 'find_contact',
  title: 'Find a contact',
  description:
    'Finds people and agents that you know by name, company, address or handle; without a query, lists them.',
  input: z.strictObject({
    query: z.string().min(1).max(200).optional(),
    email: z.string().min(1).optional().describe('An exact address.'),
    limit,
    cursor,
  }),
  output: z.looseObject({ contacts: z.array(z.looseObject({})).optional(), next_cursor: z.string().optional() }),
  annotations: READS,
});

export const saveContact = tool({
  name: 'save_contact',
  title: 'Save a contact',
  description:
    'Saves a new contact or, with contact_id, changes the given fields of an existing one. Use find_contact first, to avoid duplicates. An identical new contact within ten minutes is not saved twice.',
  input: z.strictObject({
    contact_id: id('The contact to change.').optional(),
    display_name: z.string().min(1).max(200).optional(),
    emails: z.array(z.string().min(1)).max(20).optional().describe('Replaces the list.'),
    agent_handles: z.array(z.string().min(1)).max(20).optional().describe('Replaces the list.'),
    company: z.string().min(1).max(200).optional(),
    notes: z.string().max(2000).optional(),
    ...once,
  }),
  output: z.looseObject({ contact_id: z.string(), already_sent: z.boolean().optional() }),
  annotations: WRITES,
});
