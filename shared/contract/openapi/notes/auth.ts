import * as routes from '../../routes/auth.ts';
import { ORGANIZATION, USER } from '../example-records.ts';
import { notesOf } from '../notes.ts';

const EMAIL = USER.email;
const PASSWORD = 'correct horse battery';
const NEW_PASSWORD = 'staple battery horse';
const CODE = '042137';

export const AUTH = notesOf(routes, {
  verifyOwner: {
    title: 'Verify the owner',
    sdk: 'auth.verifyOwner',
    body: { code: CODE },
  },
  signup: {
    title: 'Sign up',
    sdk: 'auth.signup',
    body: {
      organization_name: ORGANIZATION.name,
      organization_slug: ORGANIZATION.slug,
      email: EMAIL,
      password: PASSWORD,
    },
  },
  verifySignup: {
    title: 'Verify a signup',
    sdk: 'auth.verifySignup',
    secret: 'api_key',
    body: { email: EMAIL, code: CODE },
  },
  resendSignup: {
    title: 'Resend a code',
    sdk: 'auth.resend',
    body: { email: EMAIL },
  },
  login: {
    title: 'Log in',
    sdk: 'auth.login',
    secret: 'token',
    body: { email: EMAIL, password: PASSWORD },
  },
  claim: {
    title: 'Claim an organization',
    sdk: 'auth.claim',
    body: { email: EMAIL, password: PASSWORD },
  },
  logout: {
    title: 'Log out',
    sdk: 'auth.logout',
    body: { all_sessions: false },
  },
  changePassword: {
    title: 'Change the password',
    sdk: 'auth.changePassword',
    body: { current_password: PASSWORD, new_password: NEW_PASSWORD },
  },
  requestPasswordReset: {
    title: 'Request a password reset',
    sdk: 'auth.requestPasswordReset',
    body: { email: EMAIL },
  },
  resetPassword: {
    title: 'Reset the password',
    sdk: 'auth.resetPassword',
    body: { email: EMAIL, code: CODE, password: NEW_PASSWORD },
  },
  listSessions: {
    title: 'List sessions',
    sdk: 'sessions.list',
  },
  revokeSession: {
    title: 'Revoke a session',
    sdk: 'sessions.revoke',
  },
});
