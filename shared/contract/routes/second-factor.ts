import { route } from '../route.ts';
import {
  createdTotpSchema,
  memberSettingsSchema,
  secondFactorSchema,
  setMemberSettingsBody,
  totpBody,
} from '../schemas/second-factor.ts';

/** For a person who has logged in, with any role. */
const person = { group: 'auth', auth: 'org', role: 'viewer', rowRules: ['login-token'] } as const;

/** One factor protects the person in every organization, as one password does. */
const AUDITED_FACTOR = { target: 'user', fields: ['second_factor'], whereStated: true } as const;

export const createTotp = route({
  ...person,
  name: 'createTotp',
  method: 'POST',
  path: '/v1/auth/totp',
  withoutSecondFactor: true,
  summary: 'Makes a secret for an authenticator app. A code of the app activates it.',
  status: 201,
  reply: createdTotpSchema,
  errors: ['auth.second_factor_active'],
  onceOnlySecret: true,
});

export const verifyTotp = route({
  ...person,
  name: 'verifyTotp',
  method: 'POST',
  path: '/v1/auth/totp/verify',
  withoutSecondFactor: true,
  summary: 'Activates the second factor with a code of the app. Logins need a code from then on.',
  audited: AUDITED_FACTOR,
  body: totpBody,
  status: 200,
  reply: secondFactorSchema,
  errors: ['auth.code_invalid', 'auth.second_factor_active', 'resource.not_found', 'rate_limit.exceeded'],
});

export const deleteTotp = route({
  ...person,
  name: 'deleteTotp',
  method: 'DELETE',
  path: '/v1/auth/totp',
  summary: 'Removes the second factor, with a code of the app or a recovery code.',
  audited: AUDITED_FACTOR,
  body: totpBody,
  status: 204,
  errors: ['auth.code_invalid', 'resource.not_found', 'rate_limit.exceeded'],
});

export const getMemberSettings = route({
  name: 'getMemberSettings',
  group: 'auth',
  method: 'GET',
  path: '/v1/members/settings',
  auth: 'org',
  summary: 'Returns what the organization requires of its members.',
  status: 200,
  reply: memberSettingsSchema,
});

export const setMemberSettings = route({
  name: 'setMemberSettings',
  group: 'auth',
  method: 'PUT',
  path: '/v1/members/settings',
  auth: 'org',
  role: 'owner',
  summary: 'Requires a second factor of all members, or no longer.',
  audited: { target: 'member_settings', fields: ['require_second_factor'] },
  body: setMemberSettingsBody,
  status: 200,
  reply: memberSettingsSchema,
});
