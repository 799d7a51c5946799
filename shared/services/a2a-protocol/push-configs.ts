import type { z } from 'zod';
import type { listPushConfigsSchema, pushConfigSchema } from '../../contract/schemas/a2a-protocol.ts';
import {
  findPushConfig,
  type PushConfig,
  pushConfigs,
  putPushConfig,
  removePushConfig,
} from '../../data/entities/push-config.ts';
import { replaceTask, type Task } from '../../data/entities/task.ts';
import { retryOnStaleRead } from '../../data/retry-on-stale-read.ts';
import { commit, type Plan } from '../../data/unit-of-work.ts';
import { invalidParams, ProtocolError } from '../../domain/a2a/protocol-error.ts';
import { firstFreeSlot, slotCount } from '../../domain/delivery-slots.ts';
import { makeId, randomPart } from '../../domain/ids.ts';
import { calledUrl, receiverUrlProblem } from '../../domain/url-safety.ts';
import type { PushTarget } from '../tasks/push-target.ts';
import { type Call, requireTask } from './call.ts';
import { pageToken, readPageToken } from './page-token.ts';

export type GivenPushConfig = z.output<typeof pushConfigSchema>;

/** Configurations of a task: each step makes a delivery for each. */
export const MAX_PUSH_CONFIGS = 5;

/** What a configuration is as the protocol shows it. Its secrets are shown to nobody, as everywhere in the service. */
export function pushConfigObject({ id, taskId, url, scheme }: PushConfig) {
  return { id, taskId, url, ...(scheme !== null && { authentication: { scheme } }) };
}

/** A given configuration, judged and with its secrets sealed; `field` is what the protocol calls where it was given. */
export async function pushTargetOf(call: Call, given: GivenPushConfig, field?: string): Promise<PushTarget>;
export async function pushTargetOf(
  call: Call,
  given: GivenPushConfig | undefined,
  field?: string,
): Promise<PushTarget | undefined>;
export async function pushTargetOf(
  { settings, keyring }: Call,
  given: GivenPushConfig | undefined,
  field = '',
): Promise<PushTarget | undefined> {
  if (given === undefined) return undefined;
  const problem = receiverUrlProblem(given.url, { allowLoopback: settings.allowLoopbackReceivers });
  if (problem !== undefined) throw invalidParams(`${field}url`, problem);
  const { token, authentication } = given;
  const endpointId = makeId('webhook', Date.now(), randomPart());
  const ring = await keyring();
  const seal = (place: string, secret: string | undefined) =>
    secret === undefined ? null : ring.seal('push-notification', `${endpointId}/${place}`, secret);
  return {
    id: given.id ?? endpointId,
    endpointId,
    url: calledUrl(given.url),
    sealedToken: seal('token', token),
    scheme: authentication?.scheme ?? null,
    sealedCredentials: seal('credentials', authentication?.credentials),
  };
}

/**
 * A receiver that is notified of every later step of a task. The same id again takes the older one's place. A task that
 * has ended takes configurations too: no step of it comes any more, and the protocol knows no error for that.
 *
 * See: A2A v1.0, section 3.1.7; docs/decisions/0011-a2a-protocol.md; docs/decisions/0018-a2a-conformance-and-invitation-limits.md.
 */
export async function createPushConfig(
  call: Call,
  taskId: string,
  given: GivenPushConfig,
  field?: string,
): Promise<PushConfig> {
  await requireTask(call, taskId);
  const target = await pushTargetOf(call, given, field);
  return change(call, taskId, (task, configs) => {
    const others = configs.filter(({ id }) => id !== target.id);
    if (others.length >= MAX_PUSH_CONFIGS) {
      throw invalidParams(
        'taskId',
        `at most ${MAX_PUSH_CONFIGS} push notification configurations for a task: delete one first`,
      );
    }
    const config: PushConfig = {
      ...target,
      taskId,
      slot: firstFreeSlot(others.map(({ slot }) => slot)),
      fromVersion: task.version + 1,
    };
    return { after: [...others, config], writes: [putPushConfig(config)], answer: config };
  });
}

export async function getPushConfig(call: Call, taskId: string, id: string): Promise<PushConfig> {
  await requireTask(call, taskId);
  const config = await findPushConfig(call.table, taskId, id);
  if (config === undefined) throw new ProtocolError('TASK_NOT_FOUND');
  return config;
}

/**
 * A task's configurations, in the order of their slots: all at once, as there are few, unless fewer are asked for.
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
  // Zero is no size: the field has no presence.
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

/** Deleting what is not there changes nothing. See: A2A v1.0, section 3.1.10. */
export async function deletePushConfig(call: Call, taskId: string, id: string): Promise<void> {
  await change(call, taskId, (_, configs) => {
    const config = configs.find((one) => one.id === id);
    if (config === undefined) return undefined;
    return { after: configs.filter((one) => one !== config), writes: [removePushConfig(config)], answer: undefined };
  });
}

interface Changed<R> {
  after: readonly PushConfig[];
  writes: ReturnType<typeof putPushConfig>[];
  answer: R;
}

/** Changes a task's configurations together with how many delivery times its steps reserve. */
function change<R>(
  call: Call,
  taskId: string,
  decide: (task: Task, configs: readonly PushConfig[]) => Changed<R> | undefined,
): Promise<R> {
  return retryOnStaleRead(async () => {
    const task = await requireTask(call, taskId);
    const changed = decide(task, await pushConfigs(call.table, taskId));
    if (changed === undefined) return undefined as R;
    const plan: Plan<R> = {
      clockOwners: [],
      stage: (tx) => {
        const pushSlots = slotCount(changed.after.map(({ slot }) => slot));
        tx.put(replaceTask({ ...task, pushSlots, version: task.version + 1 }), ...changed.writes);
        return changed.answer;
      },
    };
    return commit(call.table, plan, { now: Date.now });
  });
}
