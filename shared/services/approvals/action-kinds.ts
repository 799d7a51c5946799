import type { ApprovalKind } from '#shared/domain/approval/approval.ts';
import type { ActionKind } from './effect.ts';
import { leaseAction } from './lease-action.ts';
import { mailAction } from './mail-action.ts';
import { taskAction } from './task-action.ts';
import { tunnelAction } from './tunnel-action.ts';

/** What a decision does, for each kind of held action. */
export const ACTION_KINDS: Readonly<Record<ApprovalKind, ActionKind>> = {
  mail: mailAction,
  lease: leaseAction,
  tunnel: tunnelAction,
  task: taskAction,
};
