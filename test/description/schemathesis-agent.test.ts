import { describeSchemathesis } from './support/describe-schemathesis.ts';

const CODE = 'no generated code is the one that was mailed';

describeSchemathesis('agent', { verifySignup: CODE, resetPassword: CODE, joinOrganization: CODE });
