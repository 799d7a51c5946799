import * as routes from '../../routes/members.ts';
import { notesOf } from '../notes.ts';

const EMAIL = 'grace@example.com';

export const MEMBERS = notesOf(routes, {
  createMember: { title: 'Create member', sdk: 'members.create', body: { email: EMAIL, role: 'approver' } },
  listMembers: { title: 'List members', sdk: 'members.list' },
  updateMember: { title: 'Update member', sdk: 'members.update', body: { role: 'admin' } },
  deleteMember: { title: 'Delete member', sdk: 'members.delete' },
  joinOrganization: {
    title: 'Join organization',
    sdk: 'auth.join',
    body: { email: EMAIL, code: '042137', password: 'correct horse battery' },
  },
});
