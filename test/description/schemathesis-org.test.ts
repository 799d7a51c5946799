import { describeSchemathesis } from './support/describe-schemathesis.ts';

const CODE = 'no generated code is the one that was mailed';

const SESSION = 'an org key is no session of a person';

const GRANT = 'only a person, on a page, creates a grant';

describeSchemathesis('org', {
  verifyOwner: CODE,
  verifySignup: CODE,
  resetPassword: CODE,
  joinOrganization: CODE,
  logout: SESSION,
  changePassword: SESSION,
  createTotp: SESSION,
  verifyTotp: SESSION,
  deleteTotp: SESSION,
  setMemberSettings: 'an org key is no owner',
  listSessions: SESSION,
  revokeSession: SESSION,
  getGrant: GRANT,
  revokeGrant: GRANT,
});
