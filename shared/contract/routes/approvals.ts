import { AUDITED_APPROVAL } from '../audited.ts';
import { route } from '../route.ts';
import { approvalSchema, approvalsQuery, approvalsSchema, approveBody, denyBody } from '../schemas/approval.ts';
import { approvalSettingsBody, approvalSettingsQuery, approvalSettingsSchema } from '../schemas/approval-settings.ts';
import { idParams } from '../schemas/common.ts';

/** Streamed because of the size of an email: a buffered response holds 6 MB. See: AWS Lambda quotas. */
const group = { group: 'approvals', streamed: true } as const;
const decision = {
  ...group,
  auth: 'org',
  role: 'approver',
  audited: AUDITED_APPROVAL,
} as const;
const admin = { ...group, auth: 'org' } as const;

export const getApprovalSettings = route({
  ...admin,
  name: 'getApprovalSettings',
  method: 'GET',
  path: '/v1/approval-settings',
  summary: 'Returns when actions of an agent or the organization are held.',
  query: approvalSettingsQuery,
  status: 200,
  reply: approvalSettingsSchema,
  errors: ['resource.not_found'],
});

export const setApprovalSettings = route({
  ...admin,
  name: 'setApprovalSettings',
  method: 'PUT',
  path: '/v1/approval-settings',
  summary: 'Sets when actions of an agent or the organization are held.',
  audited: {
    target: 'approval_settings',
    fields: [
      'identity_id',
      'mail',
      'vault',
      'tunnel',
      'task',
      'hold_days',
      'ttl_seconds',
      'approvers',
      'mail_per_day',
      'new_recipients_per_day',
      'leases_per_day',
    ],
  },
  query: approvalSettingsQuery,
  body: approvalSettingsBody,
  status: 200,
  reply: approvalSettingsSchema,
  errors: ['resource.not_found'],
});

export const listApprovals = route({
  ...group,
  name: 'listApprovals',
  method: 'GET',
  path: '/v1/approvals',
  auth: 'any-key',
  summary: 'Lists approvals, newest first. An agent key sees its own agent’s.',
  query: approvalsQuery,
  status: 200,
  reply: approvalsSchema,
});

export const getApproval = route({
  ...group,
  name: 'getApproval',
  method: 'GET',
  path: '/v1/approvals/{id}',
  auth: 'resource-agent',
  resources: [{ load: 'approval', named: 'id', foreign: 404 }],
  summary: 'Returns an approval with what will happen.',
  params: idParams,
  status: 200,
  reply: approvalSchema,
});

export const approveAction = route({
  ...decision,
  name: 'approveAction',
  method: 'POST',
  path: '/v1/approvals/{id}/approve',
  summary: 'Approves a held action, which takes effect with it, or fails.',
  params: idParams,
  body: approveBody,
  status: 200,
  reply: approvalSchema,
  errors: ['approval.changed', 'approval.closed', 'usage.storage_limit'],
});

export const denyAction = route({
  ...decision,
  name: 'denyAction',
  method: 'POST',
  path: '/v1/approvals/{id}/deny',
  summary: 'Denies a held action.',
  params: idParams,
  body: denyBody,
  bodyOptional: true,
  status: 200,
  reply: approvalSchema,
  errors: ['approval.closed'],
});
