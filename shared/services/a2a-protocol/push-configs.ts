import type { z } from 'zod';
import type { listPushConfigsSchema, pushConfigSchema } from '#shared/contract/schemas/a2a-push-config.ts';
import {
  findPushConfig,
  type PushConfig,
  pushConfigs,
  putPushConfig,
  removePushConfig,
} from '#shared/data/entities/a2a/push-config.ts';
import { replaceTask, type Task } from '#shared/data/entities/a2a/task.ts';
import { retryOnStaleRead } from '#shared/data/retry-on-stale-read.ts';
import type { Plan } from '#shared/data/transaction-builder.ts';
import { commit } from '#shared/data/unit-of-work.ts';
import { invalidParams, ProtocolError } from '#shared/domain/a2a/protocol-error.ts';
import { firstFreeSlot, slotCount } from '#shared/domain/delivery/delivery-slots.ts';
import { ownUrlProblem } from '#shared/domain/http/own-address.ts';
import { calledUrl, receiverUrlProblem } from '#shared/domain/http/url-safety.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import type { PushTarget } from '../tasks/push-target.ts';
import { type Call, requireTask } from './call.ts';
import { pageToken, readPageToken } from './page-token.ts';

export type PushConfigRequest = z.output<typeof pushConfigSchema>;

/** Push configurations of a task. Each step creates a delivery for each of them. */
const MAX_PUSH_CONFIGS = 5;

const NEEDS_AGENT_KEY = 'Push notifications need an agent key: a credential with scopes may not create any.';

/** A configuration in the protocol's form, without its secrets. The service never returns stored secrets. */
export function pushConfigObject({ id, taskId, url, scheme }: PushConfig) {
  return { id, taskId, url, ...(scheme !== null && { authentication: { scheme } }) };
}

/** Validates a configuration and encrypts its secrets. `field` is the prefix of its field names in error messages. */
export async function pushTargetOf(call: Call, request: PushConfigRequest, field?: string): Promise<PushTarget>;
export async function pushTargetOf(
  call: Call,
  request: PushConfigRequest | undefined,
  field?: string,
): Promise<PushTarget | undefined>;
export async function pushTargetOf(
  { settings, keyring, ownUrls, hasScopes }: Call,
  request: PushConfigRequest | undefined,
  field = '',
): Promise<PushTarget | undefined> {
  if (request === undefined) return undefined;
  // Its receiver would get the task's later steps after the end of the credential.
  if (hasScopes) throw new ProtocolError('PERMISSION_DENIED', { message: NEEDS_AGENT_KEY });
  const policy = { allowLoopback: settings.allowLoopbackReceivers };
  const problem = receiverUrlProblem(request.url, policy) ?? ownUrlProblem(request.url, ownUrls);
  if (problem !== undefined) throw invalidParams(`${field}url`, problem);
  const { token, authentication } = request;
  const endpointId = makeId('webhook', Date.now(), randomPart());
  const ring = await keyring();
  const seal = (name: string, secret: string | undefined) =>
    secret === undefined ? null : ring.seal('push-notification', `${endpointId}/${name}`, secret);
  return {
    id: request.id ?? endpointId,
    endpointId,
    url: calledUrl(request.url),
    sealedToken: seal('token', token),
    scheme: authentication?.scheme ?? null,
    sealedCredentials: seal('credentials', authentication?.credentials),
  };
}

/**
 * Creates a configuration, and its receiver is notified of every later step of the task. A configuration with the same
 * id is replaced. A task that has ended accepts configurations too, although it has no further steps: the protocol has
 * no error for that.
 *
 * See: A2A v1.0, section 3.1.7; docs/decisions/0011-a2a-protocol.md;
 * docs/decisions/0011-a2a-protocol.md.
 */
export async function createPushConfig(
  call: Call,
  taskId: string,
  request: PushConfigRequest,
  field?: string,
): Promise<PushConfig> {
  await requireTask(call, taskId);
  const target = await pushTargetOf(call, request, field);
  return changeConfigs(call, taskId, (task, configs) => {
    const others = configs.filter(({ id }) => id !== target.id);
    if (others.length >= MAX_PUSH_CONFIGS) {
      throw invalidParams(
        'taskId',
        `at most ${MAX_PUSH_CONFIGS} push notification configurations per task: delete one first`,
      );
    }
    const config: PushConfig = {
      ...target,
      taskId,
      slot: firstFreeSlot(others.map(({ slot }) => slot)),
      fromVersion: task.version + 1,
    };
    return { after: [...others, config], writes: [putPushConfig(config)], result: config };
  });
}

export async function getPushConfig(call: Call, taskId: string, id: string): Promise<PushConfig> {
  await requireTask(call, taskId);
  const config = await findPushConfig(call.table, taskId, id);
  if (config === undefined) throw new ProtocolError('TASK_NOT_FOUND');
  return config;
}

/**
 * The configurations of a task in the order of their slots. There are few, so one page has all of them by default.
 *
 * See: A2A v1.0, section 3.1.9; A2A v1.0, a2a.proto (`ListTaskPushNotificationConfigsRequest`).
 */
export async function listPushConfigs(
  call: Call,
  { taskId, pageSize, pageToken }: z.output<typeof listPushConfigsSchema>,
) {
  await requireTask(call, taskId);
  const after = pageToken === undefined ? -1 : readToken(pageToken);
  const rest = (await pushConfigs(call.table, taskId)).filter(({ slot }) => slot > after);
  // Zero means unset: the field has no presence in the protocol.
  const page = rest.slice(0, pageSize || undefined);
  const last = page.at(-1);
  return {
    configs: page.map(pushConfigObject),
    nextPageToken: last !== undefined && page.length < rest.length ? tokenOf(last) : '',
  };
}

function tokenOf({ slot }: PushConfig): string {
  return pageToken(`slot ${slot}`);
}

function readToken(token: string): number {
  return Number(readPageToken(token, /^slot (\d{1,3})$/)[0]);
}

/** Deletes a configuration, if it exists. See: A2A v1.0, section 3.1.10. */
export async function deletePushConfig(call: Call, taskId: string, id: string): Promise<void> {
  await changeConfigs(call, taskId, (_, configs) => {
    const config = configs.find((candidate) => candidate.id === id);
    if (config === undefined) return undefined;
    return {
      after: configs.filter((other) => other !== config),
      writes: [removePushConfig(config)],
      result: undefined,
    };
  });
}

interface ConfigChange<R> {
  after: readonly PushConfig[];
  writes: ReturnType<typeof putPushConfig>[];
  result: R;
}

/** Commits a change of a task's configurations, and the number of delivery times that its steps reserve. */
function changeConfigs<R>(
  call: Call,
  taskId: string,
  decide: (task: Task, configs: readonly PushConfig[]) => ConfigChange<R> | undefined,
): Promise<R> {
  return retryOnStaleRead(async (isOver) => {
    const task = await requireTask(call, taskId);
    const changed = decide(task, await pushConfigs(call.table, taskId));
    if (changed === undefined) return undefined as R;
    const plan: Plan<R> = {
      build: (tx) => {
        const pushSlots = slotCount(changed.after.map(({ slot }) => slot));
        tx.put(replaceTask({ ...task, pushSlots, version: task.version + 1 }), ...changed.writes);
        return changed.result;
      },
    };
    return commit(call.table, plan, { now: Date.now, isOver });
  });
}
