import * as routes from '../../routes/approvals.ts';
import { EXAMPLE_HASH } from '../example-records.ts';
import { notesOf } from '../notes.ts';

export const APPROVALS = notesOf(routes, {
  getApprovalSettings: {
    title: 'Get approval settings',
    sdk: 'approvals.settings.get',
  },
  setApprovalSettings: {
    title: 'Set approval settings',
    sdk: 'approvals.settings.update',
    body: { mail: 'first_contact', new_recipients_per_day: 20 },
  },
  listApprovals: {
    title: 'List approvals',
    sdk: 'approvals.list',
  },
  getApproval: {
    title: 'Get an approval',
    sdk: 'approvals.get',
  },
  approveAction: {
    title: 'Approve an action',
    sdk: 'approvals.approve',
    body: { content_hash: EXAMPLE_HASH, edits: { subject: 'Your lamp' } },
  },
  denyAction: {
    title: 'Deny an action',
    sdk: 'approvals.deny',
    body: { reason: 'We do not sell lamps.' },
  },
});
