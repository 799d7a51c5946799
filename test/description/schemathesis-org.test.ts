import { describeSchemathesis } from './support/describe-schemathesis.ts';

const CODE = 'no generated code is the one that was mailed';

describeSchemathesis('org', { verifyOwner: CODE, verifySignup: CODE });
