import { z } from 'zod';
import { described, explained } from '#shared/domain/schema/described.ts';
import { integer, label, MAX_INTEGER, PAGE_TOKEN, pageToken, text } from './a2a-protocol-fields.ts';

/** Push configurations of tasks in requests of the A2A protocol. See: A2A v1.0, sections 3.1.7 to 3.1.10. */
const headerText = (most: number) => text(most).regex(/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/, 'printable ASCII');

const authenticationSchema = described(
  'NewA2aAuthentication',
  'How the service authenticates to a receiver.',
  z.object({
    scheme: text(64).regex(/^[A-Za-z0-9_!#$%&'*+.^`|~-]+$/, 'an HTTP authentication scheme'),
    credentials: headerText(4096).optional(),
  }),
  {
    scheme: 'The HTTP authentication scheme, such as `Bearer`.',
    credentials: 'The credentials after the scheme. Encrypted, and never returned.',
  },
);

const pushConfigTexts = {
  id: 'The configuration’s id. An existing id replaces that configuration.',
  taskId: 'The task that it pushes updates about.',
  url: 'The receiver: https, with a public address.',
  token: 'Sent as `X-A2A-Notification-Token`. Encrypted, and never returned.',
  authentication: null,
} as const;

export const pushConfigSchema = described(
  'NewA2aPushConfig',
  'A `TaskPushNotificationConfig`: a receiver of a task’s updates.',
  z.object({
    id: label(128).optional(),
    taskId: text(255).optional(),
    url: text(2048).meta({ format: 'uri' }),
    token: headerText(1024).optional(),
    authentication: authenticationSchema.optional(),
  }),
  pushConfigTexts,
);

export const newPushConfigSchema = pushConfigSchema.extend({ taskId: text(255) });
export const pushConfigRefSchema = z.object({ taskId: text(255), id: text(255) });

export const listPushConfigsQuerySchema = explained(
  z.object({ pageSize: integer(0, MAX_INTEGER).optional(), pageToken }),
  { pageSize: 'The maximum number of configurations to return. All by default, or if 0.', pageToken: PAGE_TOKEN },
);
export const listPushConfigsSchema = listPushConfigsQuerySchema.extend({ taskId: text(255) });
