import { route } from '../route.ts';
import { descriptionSchema, healthSchema } from '../schemas/system.ts';

const open = { group: 'system', auth: 'none', budget: 'none' } as const;

export const getHealth = route({
  ...open,
  name: 'getHealth',
  method: 'GET',
  path: '/v1/health',
  summary: 'Succeeds as soon as the process is up.',
  status: 200,
  reply: healthSchema,
});

export const getReady = route({
  ...open,
  name: 'getReady',
  method: 'GET',
  path: '/v1/ready',
  summary: 'Succeeds when the database responds to a query.',
  status: 200,
  reply: healthSchema,
  errors: ['service.unavailable'],
});

export const getDescription = route({
  ...open,
  name: 'getDescription',
  method: 'GET',
  path: '/v1/openapi.json',
  summary: 'Returns this description.',
  status: 200,
  reply: descriptionSchema,
});
