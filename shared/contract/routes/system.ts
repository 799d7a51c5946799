import { route } from '../route.ts';
import { descriptionQuery, descriptionSchema, entryPointSchema, healthSchema } from '../schemas/system.ts';

const open = { group: 'system', auth: 'none', budget: 'none' } as const;

const entryPoint = {
  ...open,
  isFrontDoor: true,
  method: 'GET',
  summary: 'Describes the service and links to the next steps: a page for browsers, JSON for programs.',
  status: 200,
  reply: entryPointSchema,
  text: 'text/html',
} as const;

export const getRoot = route({ ...entryPoint, name: 'getRoot', path: '/' });

export const getApiRoot = route({ ...entryPoint, name: 'getApiRoot', path: '/v1' });

export const getLlmsTxt = route({
  ...open,
  name: 'getLlmsTxt',
  method: 'GET',
  path: '/llms.txt',
  isFrontDoor: true,
  summary: 'Explains to a language model how to use this service.',
  status: 200,
  text: 'text/plain',
});

export const getHealth = route({
  ...open,
  name: 'getHealth',
  method: 'GET',
  path: '/v1/health',
  isFrontDoor: true,
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
  isFrontDoor: true,
  summary: 'Returns this description, the part of one tag, or the index of its operations.',
  query: descriptionQuery,
  status: 200,
  reply: descriptionSchema,
});
