import { CODE_ERRORS } from '../code-errors.ts';
import { route } from '../route.ts';
import {
  changePasswordBody,
  claimBody,
  claimedSchema,
  loggedInSchema,
  loginBody,
  logoutBody,
  ownerVerifiedSchema,
  requestPasswordResetBody,
  resendSignupBody,
  resetPasswordBody,
  sessionsSchema,
  signedUpSchema,
  signupBody,
  verificationRequiredSchema,
  verifyOwnerBody,
  verifySignupBody,
} from '../schemas/auth.ts';
import { idParams, pageQuery } from '../schemas/common.ts';

const open = { group: 'auth', method: 'POST', auth: 'none' } as const;
const owner = { group: 'auth', method: 'POST', auth: 'org' } as const;

/** For a person who has logged in: the token is accepted wherever an org key is, but not the reverse. */
const person = { group: 'auth', auth: 'org', role: 'viewer', rowRules: ['login-token'] } as const;

export const verifyOwner = route({
  ...owner,
  name: 'verifyOwner',
  path: '/v1/auth/verify',
  summary: 'Verifies the owner with the emailed code, which raises the organization’s limits.',
  audited: { target: 'organization', fields: ['verified'] },
  body: verifyOwnerBody,
  status: 200,
  reply: ownerVerifiedSchema,
  errors: [...CODE_ERRORS],
});

export const signup = route({
  ...open,
  name: 'signup',
  path: '/v1/auth/signup',
  summary: 'Emails a code to a new owner. Nothing is created yet.',
  body: signupBody,
  status: 202,
  reply: verificationRequiredSchema,
});

export const verifySignup = route({
  ...open,
  name: 'verifySignup',
  path: '/v1/auth/signup/verify',
  summary: 'Creates the account, the organization and its first org key.',
  audited: { target: 'organization', fields: ['name', 'slug'], whereStated: true },
  body: verifySignupBody,
  status: 201,
  reply: signedUpSchema,
  errors: [...CODE_ERRORS, 'organization.slug_taken', 'auth.already_claimed'],
  onceOnlySecret: true,
});

export const resendSignup = route({
  ...open,
  name: 'resendSignup',
  path: '/v1/auth/signup/resend',
  summary: 'Emails another code for a signup, which replaces the earlier one, or a code that lifts a login limit.',
  body: resendSignupBody,
  status: 202,
  reply: verificationRequiredSchema,
});

export const login = route({
  ...open,
  name: 'login',
  path: '/v1/auth/login',
  summary: 'Exchanges an email address and password for a token that is valid for twelve hours.',
  audited: { target: 'session', whereStated: true },
  body: loginBody,
  status: 200,
  reply: loggedInSchema,
  errors: ['auth.invalid_credentials', 'auth.second_factor_required'],
  onceOnlySecret: true,
});

export const claim = route({
  ...owner,
  name: 'claim',
  path: '/v1/auth/claim',
  summary: 'Adds a login to an organization that has none: first a password, then the emailed code.',
  audited: { target: 'organization', fields: ['claimed_by'], whereStated: true },
  body: claimBody,
  status: 202,
  reply: verificationRequiredSchema,
  otherReply: { status: 200, reply: claimedSchema },
  errors: [...CODE_ERRORS, 'auth.already_claimed'],
});

export const logout = route({
  ...person,
  name: 'logout',
  withoutSecondFactor: true,
  method: 'POST',
  path: '/v1/auth/logout',
  summary: 'Ends the session of a login token, or all sessions of the person.',
  audited: { target: 'session', fields: ['all_sessions'] },
  body: logoutBody,
  bodyOptional: true,
  status: 204,
});

export const changePassword = route({
  ...person,
  name: 'changePassword',
  method: 'POST',
  path: '/v1/auth/password',
  summary: 'Changes the password of the person who is logged in, and ends the other sessions.',
  audited: { target: 'user', whereStated: true },
  body: changePasswordBody,
  status: 204,
  errors: ['auth.invalid_credentials'],
});

export const requestPasswordReset = route({
  ...open,
  name: 'requestPasswordReset',
  path: '/v1/auth/password/reset',
  summary: 'Emails a code for a new password, if the address has an account.',
  body: requestPasswordResetBody,
  status: 202,
  reply: verificationRequiredSchema,
});

export const resetPassword = route({
  ...open,
  name: 'resetPassword',
  path: '/v1/auth/password/reset/verify',
  summary: 'Sets a new password with the emailed code, and ends all sessions.',
  audited: { target: 'user', whereStated: true },
  body: resetPasswordBody,
  status: 204,
  errors: [...CODE_ERRORS],
});

export const listSessions = route({
  ...person,
  name: 'listSessions',
  method: 'GET',
  path: '/v1/auth/sessions',
  summary: 'Lists where the person is logged in, in every organization, newest first.',
  query: pageQuery,
  status: 200,
  reply: sessionsSchema,
});

export const revokeSession = route({
  ...person,
  name: 'revokeSession',
  method: 'DELETE',
  path: '/v1/auth/sessions/{id}',
  summary: 'Ends a session of the person immediately, with its event streams.',
  audited: { target: 'session' },
  params: idParams,
  status: 204,
});
