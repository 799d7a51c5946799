import type { AreaRows } from './row-description.ts';

/** Actions that wait for a person, and when they do. */
export const APPROVAL_ROWS: AreaRows<'approval' | 'approvalSettings' | 'approvalLink'> = {
  approval: [
    {
      row: 'approval',
      pk: '<org>',
      sk: 'approval id',
      files: ['approval/approval.ts'],
      personal:
        'email addresses of recipients, reason of the decision, purpose of a lease, name and metadata of a tunnel, beginning of a task if they name people',
    },
    {
      row: 'pending approval, for the list of them and the emails to approvers',
      pk: '<org>#PENDING',
      sk: 'approval id',
      files: ['approval/approval.ts'],
    },
    {
      row: 'suspended agent, the approvals of which the sweep cancels',
      pk: '<org>#CANCELED',
      sk: 'agent id',
      files: ['approval/approval.ts'],
    },
    {
      row: 'approval of a lease, a tunnel or a task, by its id or by the message id of the task',
      pk: '<org>#SUBJECT',
      sk: 'lease id, tunnel id or task id; or `<identity>#SENT#`, sha256 of the message id',
      files: ['approval/held-subject.ts'],
    },
    {
      row: 'pending approval of an action, by its content',
      pk: '<identity>',
      sk: '`HELD#`, sha256 of the content',
      files: ['approval/held-action.ts'],
    },
  ],
  approvalSettings: [
    {
      row: 'approval settings',
      pk: '<org>',
      sk: 'agent id or `ORGANIZATION`',
      files: ['approval/approval-settings.ts'],
      personal: 'email addresses of approvers',
    },
  ],
  approvalLink: [
    {
      row: 'what an email to an approver leads to, with the HMAC of its code; expires 30 days after the approval',
      pk: '<SHA-256 of the token>',
      sk: '`LINK`',
      files: ['approval/approval-link.ts'],
    },
  ],
};
