import * as tasks from '#shared/contract/routes/a2a.ts';
import * as access from '#shared/contract/routes/a2a-access.ts';
import * as directory from '#shared/contract/routes/a2a-directory.ts';
import { getContentTable } from '#shared/runtime/content-store.ts';
import { serve } from '#shared/runtime/pipeline/serve.ts';
import { acceptInvitation } from './accept-invitation.ts';
import { addTaskMessage } from './add-task-message.ts';
import { cancelTask } from './cancel-task.ts';
import { claimTask } from './claim-task.ts';
import { createA2aRule } from './create-a2a-rule.ts';
import { createInvitation } from './create-invitation.ts';
import { createTask } from './create-task.ts';
import { declineInvitation } from './decline-invitation.ts';
import { deleteA2aRule } from './delete-a2a-rule.ts';
import { getA2aRule } from './get-a2a-rule.ts';
import { getA2aSettings } from './get-a2a-settings.ts';
import { getTask } from './get-task.ts';
import { listA2aRules } from './list-a2a-rules.ts';
import { listDirectory } from './list-directory.ts';
import { listInvitations } from './list-invitations.ts';
import { listTasks } from './list-tasks.ts';
import { putA2aSettings } from './put-a2a-settings.ts';
import { replyToTask } from './reply-to-task.ts';
import { revokeInvitation } from './revoke-invitation.ts';
import { updateA2aRule } from './update-a2a-rule.ts';

export const handler = serve(
  { ...tasks, ...access, ...directory },
  {
    createTask,
    listTasks,
    getTask,
    claimTask,
    replyToTask,
    addTaskMessage,
    cancelTask,
    getA2aSettings,
    putA2aSettings,
    createA2aRule,
    listA2aRules,
    getA2aRule,
    updateA2aRule,
    deleteA2aRule,
    createInvitation,
    listInvitations,
    acceptInvitation,
    declineInvitation,
    revokeInvitation,
    listDirectory,
  },
  { table: getContentTable },
);
