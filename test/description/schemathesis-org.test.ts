import { describeSchemathesis } from './support/describe-schemathesis.ts';

const CODE = 'no generated code is the one that was mailed';

const SESSION = 'an org key is no session of a person';

describeSchemathesis('org', {
  verifyOwner: CODE,
  verifySignup: CODE,
  resetPassword: CODE,
  logout: SESSION,
  changePassword: SESSION,
  listSessions: SESSION,
  revokeSession: SESSION,
});
