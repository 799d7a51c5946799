import type { ApprovalEnd, ApprovalKind } from '#shared/domain/approval/approval.ts';

/** What a model does while an action is held. Tools ask for no tunnels. */
export const HELD_NOTES: Readonly<Record<Exclude<ApprovalKind, 'tunnel'>, string>> = {
  mail: 'Not sent yet: the approval settings hold it until a person approves it, and you cannot. Wait with wait_for_event and the type approval.decided. Do not send it again, also if the event has other content: then that was sent.',
  task: 'Not sent yet: a person has to approve it first, and you cannot. Wait with wait_for_event and the type approval.decided. Do not send it again.',
  lease:
    'No lease yet: a person has to approve it first. Wait with wait_for_event and the type approval.decided, then call redeem_lease with lease_id alone.',
};

/** What a model does once a person has approved an action. */
export const APPROVED_NOTES: Readonly<typeof HELD_NOTES> = {
  mail: 'A person approved it. The person may have changed it: get_message returns what is sent. Do not send it again.',
  task: 'A person approved it, and it was sent. Do not send it again.',
  lease: 'A person approved it. Call redeem_lease with lease_id alone.',
};

/** What a model does about an action that was not done. */
export const REFUSED_NOTES: Readonly<Record<Exclude<ApprovalEnd, 'approved'>, string>> = {
  denied: 'A person denied it, and it was not done. Do not try it again unless you are asked to.',
  expired: 'No one decided in time, and it was not done.',
  canceled: 'It was not done, because the agent was suspended.',
  failed: 'A person approved it, but it could not be done. The reason says why.',
};
