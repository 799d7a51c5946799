import * as routes from '#shared/contract/routes/auth.ts';
import { serve } from '#shared/runtime/pipeline/serve.ts';
import { changePassword } from './change-password.ts';
import { claim } from './claim.ts';
import { listSessions } from './list-sessions.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';
import { requestPasswordReset } from './request-password-reset.ts';
import { resendSignup } from './resend-signup.ts';
import { resetPassword } from './reset-password.ts';
import { revokeSession } from './revoke-session.ts';
import { signup } from './signup.ts';
import { verifyOwner } from './verify-owner.ts';
import { verifySignup } from './verify-signup.ts';

export const handler = serve(routes, {
  verifyOwner,
  signup,
  verifySignup,
  resendSignup,
  login,
  claim,
  logout,
  changePassword,
  requestPasswordReset,
  resetPassword,
  listSessions,
  revokeSession,
});
