import * as routes from '#shared/contract/routes/auth.ts';
import { serve } from '#shared/runtime/pipeline/serve.ts';
import { claim } from './claim.ts';
import { login } from './login.ts';
import { resendSignup } from './resend-signup.ts';
import { signup } from './signup.ts';
import { verifyOwner } from './verify-owner.ts';
import { verifySignup } from './verify-signup.ts';

export const handler = serve(routes, { verifyOwner, signup, verifySignup, resendSignup, login, claim });
