import { findPushConfig, type PushConfig } from '#shared/data/entities/a2a/push-config.ts';
import { findTask } from '#shared/data/entities/a2a/task.ts';
import { findTaskMessages } from '#shared/data/entities/a2a/task-content.ts';
import { taskSteps } from '#shared/data/entities/a2a/task-step.ts';
import type { Delivery, PushedStep } from '#shared/data/entities/delivery/delivery.ts';
import { findIdentity } from '#shared/data/entities/organization/identity.ts';
import { A2A_JSON_TYPE } from '#shared/domain/a2a/protocol-error-body.ts';
import { signatureHeader, standardHeaders } from '#shared/domain/delivery/signature.ts';
import { DELIVERY_USER_AGENT } from '#shared/domain/http/own-address.ts';
import { getContentTable } from '#shared/runtime/content-store.ts';
import type { Keyring } from '#shared/runtime/keyring.ts';
import { getKeyring } from '#shared/runtime/stage-keyring.ts';
import { taskObject, updatesOf } from '#shared/services/a2a-protocol/task-object.ts';
import { READ_BYTES, viewTask } from '#shared/services/tasks/task-view.ts';
import type { TargetFinder } from './webhook-target.ts';

/**
 * Builds the push notification of a task's step, with the configuration as it is now. See: A2A v1.0, sections 4.3.3 and
 * 13.2.
 */
export async function pushTarget(push: PushedStep): Promise<TargetFinder> {
  const config = await findPushConfig(getContentTable(), push.taskId, push.configId);
  return async (delivery) => {
    // A configuration that was deleted and created again has another endpoint id.
    if (config === undefined || config.endpointId !== delivery.webhookId) return { reason: 'endpoint deleted' };
    const { url } = config;
    const build = async () => {
      const [body, suspended] = await Promise.all([pushBody(push), isSuspended(delivery)]);
      if (body === undefined) return { reason: 'event missing' };
      if (suspended) return { reason: 'agent suspended' };
      return { url, body, headers: await pushHeaders(config, await getKeyring(), delivery, body) };
    };
    return { url, build };
  };
}

/**
 * Whether the agent that created the configuration is suspended. A suspended agent receives nothing. Only the agent can
 * delete a configuration, so its organization has no other way to stop the notifications.
 *
 * See: docs/contract/authentication.md#suspended-agents; docs/decisions/0016-requests.md.
 */
async function isSuspended({ organizationId, identityId }: Delivery): Promise<boolean> {
  const identity = await findIdentity(getContentTable(), organizationId, identityId ?? '');
  return identity?.status === 'suspended';
}

/**
 * The body of a step's notification: the status update, or the whole task if the step also has artifacts or a result. A
 * `StreamResponse` has one member, and two deliveries could arrive in either order.
 */
async function pushBody({ taskId, seq }: PushedStep): Promise<string | undefined> {
  const table = getContentTable();
  const [task, [step]] = await Promise.all([findTask(table, taskId), taskSteps(table, taskId, seq - 1, seq)]);
  if (task === undefined || step === undefined) return undefined;
  const messages = await findTaskMessages(table, taskId, [step]);
  const updates = updatesOf(task, step, messages.get(step.messageId ?? ''));
  if (updates.length === 1) return JSON.stringify(updates[0]);
  const view = await viewTask(table, task, { bytes: READ_BYTES, limit: 1 });
  return JSON.stringify({ task: taskObject(view, { historyLength: 0, artifacts: true }) });
}

/**
 * The headers of the protocol and of the service. The signature uses the secret of the configuration: its token or
 * credentials.
 *
 * See: docs/contract/webhooks.md#request-headers; docs/decisions/0011-a2a-protocol.md.
 */
async function pushHeaders(
  { endpointId, sealedToken, scheme, sealedCredentials }: PushConfig,
  keyring: Keyring,
  delivery: Delivery,
  body: string,
): Promise<Record<string, string>> {
  const open = async (name: string, sealed: string | null) =>
    sealed === null ? undefined : (await keyring.open('push-notification', `${endpointId}/${name}`, sealed)).reveal();
  const token = await open('token', sealedToken);
  const credentials = await open('credentials', sealedCredentials);
  const secret = token ?? credentials;
  const secrets = secret === undefined ? [] : [secret];
  const timestamp = Math.floor(Date.now() / 1000);
  const signed = { requestId: delivery.id, timestamp, body };
  return {
    'content-type': A2A_JSON_TYPE,
    'user-agent': DELIVERY_USER_AGENT,
    'a2a-version': '1.0',
    'x-aid-event-id': delivery.eventId,
    'x-aid-request-id': delivery.id,
    'x-aid-timestamp': String(timestamp),
    ...(secret !== undefined && { 'x-aid-signature': signatureHeader([secret], signed) }),
    ...standardHeaders(secrets, signed),
    ...(token !== undefined && { 'x-a2a-notification-token': token }),
    ...(scheme !== null && { authorization: credentials === undefined ? scheme : `${scheme} ${credentials}` }),
  };
}
