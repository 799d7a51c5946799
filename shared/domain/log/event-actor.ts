import { z } from 'zod';
import { actorTypeSchema } from '../organization/actor-type.ts';
import { described } from '../schema/described.ts';

const text = z.string();

/** Who has done what an event says. */
export const actor = described(
  'EventActor',
  'The actor.',
  z.strictObject({ actorType: actorTypeSchema, actorId: text }),
  {
    actorType: 'The kind of key that was used.',
    actorId: 'The id of the key, the person or the agent.',
  },
);
