import { REPOSITORY, SERVICE_NAME, VERSION } from '#shared/domain/stage/release.ts';
import {
  actorSchema,
  apiKeySchema,
  createdApiKeySchema,
  createdOrganizationSchema,
  usageSchema,
} from '../../schemas/account.ts';
import { auditEntrySchema } from '../../schemas/audit.ts';
import {
  claimedSchema,
  loggedInSchema,
  ownerVerifiedSchema,
  sessionSchema,
  signedUpSchema,
  verificationRequiredSchema,
} from '../../schemas/auth.ts';
import { grantSchema } from '../../schemas/grant.ts';
import { joinedSchema, memberSchema } from '../../schemas/member.ts';
import { createdTotpSchema, memberSettingsSchema, secondFactorSchema } from '../../schemas/second-factor.ts';
import { descriptionSchema, entryPointSchema, healthSchema, TEXT_SCHEMAS } from '../../schemas/system.ts';
import {
  AGENT_KEY,
  AT,
  BASE_URL,
  EXPIRES,
  exampleId,
  LATER,
  LOGIN_TOKEN,
  ORG_KEY,
  ORGANIZATION,
  USER,
} from '../example-records.ts';
import { example, fieldExamples } from '../examples.ts';

const API_KEY = {
  id: exampleId('apiKey'),
  name: 'support',
  identity_id: exampleId('agent'),
  key_prefix: AGENT_KEY.slice(0, 12),
  status: 'active',
  created_at: AT,
  last_used_at: null,
  revoked_at: null,
} as const;

export const ACCOUNT_EXAMPLES = [
  example(healthSchema, { status: 'ok' }),
  example(descriptionSchema, { openapi: '3.1.0' }),
  example(entryPointSchema, {
    name: SERVICE_NAME,
    version: VERSION,
    links: {
      openapi: `${BASE_URL}/v1/openapi.json`,
      llms: `${BASE_URL}/llms.txt`,
      docs: REPOSITORY,
      mcp: `${BASE_URL}/v1/mcp`,
      health: `${BASE_URL}/v1/health`,
    },
  }),
  example(TEXT_SCHEMAS['text/html'], '<!doctype html><title>AID</title>'),
  example(TEXT_SCHEMAS['text/plain'], '# AID'),
  example(createdOrganizationSchema, {
    ...ORGANIZATION,
    owner_email: null,
    owner_verified: false,
    admin_api_key: ORG_KEY,
    created_at: AT,
  }),
  example(apiKeySchema, API_KEY),
  fieldExamples(createdApiKeySchema, { key: AGENT_KEY }),
  example(actorSchema, {
    actor_type: 'user',
    actor_id: exampleId('apiKey'),
    org_id: ORGANIZATION.id,
    org_slug: ORGANIZATION.slug,
    org_name: ORGANIZATION.name,
  }),
  example(grantSchema, {
    id: exampleId('grant'),
    client_id: exampleId('oauthClient'),
    client_name: 'Example Client',
    client_host: 'client.example',
    agents: [exampleId('agent')],
    scopes: ['mail.read', 'mail.send'],
    recipients: null,
    member_id: USER.id,
    created_at: AT,
    last_used_at: null,
    revoked_at: null,
  }),
  example(auditEntrySchema, {
    id: exampleId('audit'),
    at: AT,
    actor: { type: 'user', id: USER.id, label: USER.email },
    address: '203.0.113.24',
    action: 'suspendIdentity',
    target: { type: 'identity', id: exampleId('agent') },
    before: { status: 'active', suspended_reason: null },
    after: { status: 'suspended', suspended_reason: 'key leaked' },
  }),
  example(usageSchema, {
    email_sent_today: 0,
    email_daily_limit: 10,
    email_resets_at: '2026-11-22T00:00:00.000Z',
    owner_verified: false,
    agent_count: 1,
    agent_limit: 3,
    stored_bytes: 20_480,
    stored_bytes_limit: 52_428_800,
    identity_tokens_today: 0,
    identity_token_daily_limit: 200,
  }),
  example(ownerVerifiedSchema, { verified: true, organization_id: ORGANIZATION.id }),
  example(verificationRequiredSchema, { status: 'verification_required', email: USER.email, expires_at: EXPIRES }),
  example(signedUpSchema, {
    api_key: ORG_KEY,
    key_prefix: ORG_KEY.slice(0, 12),
    organization: ORGANIZATION,
    user: USER,
  }),
  example(loggedInSchema, {
    token: LOGIN_TOKEN,
    token_type: 'bearer',
    expires_at: '2026-11-21T20:33:46.649Z',
    user: USER,
    organization: ORGANIZATION,
  }),
  example(memberSchema, {
    id: exampleId('user', 2),
    email: 'grace@example.com',
    role: 'approver',
    status: 'active',
    second_factor: false,
    last_login_at: LATER,
    created_at: AT,
  }),
  example(createdTotpSchema, {
    secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
    otpauth_url: 'otpauth://totp/AID:ada%40example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=AID',
    recovery_codes: ['k3fa-7qzb-m2xw-5dpn'],
  }),
  example(secondFactorSchema, { second_factor: true }),
  example(memberSettingsSchema, { require_second_factor: true }),
  example(joinedSchema, {
    joined: true,
    user: { id: exampleId('user', 2), email: 'grace@example.com' },
    organization: ORGANIZATION,
    role: 'approver',
  }),
  example(claimedSchema, { claimed: true, user: USER }),
  example(sessionSchema, {
    id: exampleId('session'),
    current: true,
    address: '203.0.113.24',
    user_agent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0',
    created_at: AT,
    expires_at: '2026-11-21T20:33:46.649Z',
  }),
];
