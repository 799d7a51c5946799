import { describeSchemathesis } from './support/describe-schemathesis.ts';

describeSchemathesis('org', {});
