import { approvalSchema } from '../../schemas/approval.ts';
import { approvalSettingsSchema } from '../../schemas/approval-settings.ts';
import { AT, EXAMPLE_HASH, EXPIRES, exampleId, LATER, USER } from '../example-records.ts';
import { example } from '../examples.ts';

export const APPROVAL_EXAMPLES = [
  example(approvalSettingsSchema, {
    identity_id: null,
    mail: 'first_contact',
    vault: 'never',
    tunnel: 'never',
    task: 'never',
    hold_days: 7,
    ttl_seconds: 604_800,
    approvers: [USER.email],
    mail_per_day: null,
    new_recipients_per_day: 20,
    leases_per_day: null,
    updated_at: AT,
  }),
  example(approvalSchema, {
    id: exampleId('approval'),
    kind: 'mail',
    status: 'approved',
    identity_id: exampleId('agent'),
    subject_id: exampleId('message'),
    content_hash: EXAMPLE_HASH,
    preview: {
      summary: 'Email to bob@example.com: Your order',
      reasons: [{ code: 'first_contact', address: 'bob@example.com', host: null, source: null }],
      mail: {
        from: [{ address: 'support-bot@agents.example', name: 'Support Bot' }],
        to: [{ address: 'bob@example.com', name: null }],
        cc: [],
        bcc: [],
        reply_to: [],
        subject: 'Your order',
        snippet: 'Your lamp is on its way.',
        text: 'Your lamp is on its way.',
        html_text: null,
        attachments: [{ filename: 'order.txt', content_type: 'text/plain', size: 8, sha256: EXAMPLE_HASH }],
        answers: null,
      },
      lease: null,
      tunnel: null,
      task: null,
    },
    reason: null,
    requested_at: AT,
    expires_at: EXPIRES,
    decided_at: LATER,
    decided_by: exampleId('apiKey'),
  }),
];
