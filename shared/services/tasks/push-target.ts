import type { PushConfig } from '../../data/entities/push-config.ts';

/** A push notification configuration before it belongs to a task; its secrets are sealed already. */
export type PushTarget = Omit<PushConfig, 'taskId' | 'slot' | 'fromVersion'>;

/** The configuration that a task begins with: it hears of every step after the first version. */
export function firstPushConfig(taskId: string, target: PushTarget): PushConfig {
  return { ...target, taskId, slot: 0, fromVersion: 1 };
}
