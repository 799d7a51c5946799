import type { PushConfig } from '#shared/data/entities/a2a/push-config.ts';

/** A push configuration that does not belong to a task yet. Its secrets are encrypted already. */
export type PushTarget = Omit<PushConfig, 'taskId' | 'slot' | 'fromVersion'>;

/** The configuration of a new task. It gets every step after the first version. */
export function firstPushConfig(taskId: string, target: PushTarget): PushConfig {
  return { ...target, taskId, slot: 0, fromVersion: 1 };
}
