import * as routes from '../../routes/a2a-access.ts';
import { exampleId } from '../example-records.ts';
import { notesOf } from '../notes.ts';

const SKILL = { id: 'invoices', name: 'Invoices', description: 'Finds invoices.', tags: ['billing'] };

export const A2A_ACCESS = notesOf(routes, {
  getA2aSettings: {
    title: 'Get A2A settings',
    sdk: 'a2a.settings.get',
  },
  putA2aSettings: {
    title: 'Put A2A settings',
    sdk: 'a2a.settings.update',
    body: { description: 'Answers questions about bills.', skills: [SKILL] },
  },
  createA2aRule: {
    title: 'Create an A2A rule',
    sdk: 'a2a.rules.create',
    body: { identity_id: exampleId('agent'), handle: 'billing-bot', action: 'allow' },
  },
  listA2aRules: {
    title: 'List A2A rules',
    sdk: 'a2a.rules.list',
  },
  getA2aRule: { title: 'Get an A2A rule', sdk: 'a2a.rules.get' },
  updateA2aRule: {
    title: 'Update an A2A rule',
    sdk: 'a2a.rules.update',
    body: { direction: 'inbound' },
  },
  deleteA2aRule: { title: 'Delete an A2A rule', sdk: 'a2a.rules.delete' },
  createInvitation: {
    title: 'Create an invitation',
    sdk: 'a2a.invitations.create',
    body: {
      from_identity_id: exampleId('agent'),
      to_handle: 'billing-bot',
      note: 'May we send you invoices?',
      expires_in_seconds: 604_800,
    },
  },
  listInvitations: {
    title: 'List invitations',
    sdk: 'a2a.invitations.list',
  },
  acceptInvitation: {
    title: 'Accept an invitation',
    sdk: 'a2a.invitations.accept',
  },
  declineInvitation: {
    title: 'Decline an invitation',
    sdk: 'a2a.invitations.decline',
  },
  revokeInvitation: {
    title: 'Revoke an invitation',
    sdk: 'a2a.invitations.revoke',
  },
});
