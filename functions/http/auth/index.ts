import * as auth from '#shared/contract/routes/auth.ts';
import * as members from '#shared/contract/routes/members.ts';
import * as secondFactor from '#shared/contract/routes/second-factor.ts';
import { serve } from '#shared/runtime/pipeline/serve.ts';
import { changePassword } from './change-password.ts';
import { claim } from './claim.ts';
import { createMember } from './create-member.ts';
import { createTotp } from './create-totp.ts';
import { deleteMember } from './delete-member.ts';
import { deleteTotp } from './delete-totp.ts';
import { getMemberSettings } from './get-member-settings.ts';
import { joinOrganization } from './join-organization.ts';
import { listMembers } from './list-members.ts';
import { listSessions } from './list-sessions.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';
import { requestPasswordReset } from './request-password-reset.ts';
import { resendSignup } from './resend-signup.ts';
import { resetPassword } from './reset-password.ts';
import { revokeSession } from './revoke-session.ts';
import { setMemberSettings } from './set-member-settings.ts';
import { signup } from './signup.ts';
import { updateMember } from './update-member.ts';
import { verifyOwner } from './verify-owner.ts';
import { verifySignup } from './verify-signup.ts';
import { verifyTotp } from './verify-totp.ts';

export const handler = serve(
  { ...auth, ...members, ...secondFactor },
  {
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
    createMember,
    listMembers,
    updateMember,
    deleteMember,
    joinOrganization,
    createTotp,
    verifyTotp,
    deleteTotp,
    getMemberSettings,
    setMemberSettings,
  },
);
