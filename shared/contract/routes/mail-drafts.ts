import { route } from '../route.ts';
import { idParams, pageQuery } from '../schemas/common.ts';
import { draftBody, draftParams, draftsSchema, fullDraftSchema } from '../schemas/mail-draft.ts';
import { sentMailSchema } from '../schemas/outgoing-mail.ts';
import { sendMail } from './mail.ts';

/** Streamed because of their size, as the other operations of their function. */
const draft = {
  group: 'mail',
  auth: 'resource-agent',
  resources: [{ load: 'identity', named: 'id', foreign: 403 }],
  streamed: true,
} as const;

export const createDraft = route({
  ...draft,
  name: 'createDraft',
  method: 'POST',
  path: '/v1/identities/{id}/mail/drafts',
  summary: 'Saves a draft. With `send_at` it is sent at that time.',
  params: idParams,
  body: draftBody,
  bodyOptional: true,
  carriesMail: true,
  status: 201,
  reply: fullDraftSchema,
  errors: ['usage.storage_limit'],
});

export const listDrafts = route({
  ...draft,
  name: 'listDrafts',
  method: 'GET',
  path: '/v1/identities/{id}/mail/drafts',
  summary: 'Lists an agent’s drafts, newest first.',
  params: idParams,
  query: pageQuery,
  status: 200,
  reply: draftsSchema,
});

export const getDraft = route({
  ...draft,
  name: 'getDraft',
  method: 'GET',
  path: '/v1/identities/{id}/mail/drafts/{did}',
  summary: 'Returns a draft with its text.',
  params: draftParams,
  status: 200,
  reply: fullDraftSchema,
});

export const updateDraft = route({
  ...draft,
  name: 'updateDraft',
  method: 'PATCH',
  path: '/v1/identities/{id}/mail/drafts/{did}',
  summary: 'Changes a draft, or when it is sent.',
  params: draftParams,
  body: draftBody,
  bodyOptional: true,
  carriesMail: true,
  status: 200,
  reply: fullDraftSchema,
  errors: ['mail.draft_closed', 'usage.storage_limit'],
});

export const deleteDraft = route({
  ...draft,
  name: 'deleteDraft',
  method: 'DELETE',
  path: '/v1/identities/{id}/mail/drafts/{did}',
  summary: 'Cancels a draft: it is not sent, and its text and files are deleted.',
  params: draftParams,
  status: 204,
  errors: ['mail.draft_closed'],
});

export const sendDraft = route({
  ...draft,
  name: 'sendDraft',
  method: 'POST',
  path: '/v1/identities/{id}/mail/drafts/{did}/send',
  summary: 'Sends a draft now, once: later calls return the same message.',
  params: draftParams,
  status: 202,
  reply: sentMailSchema,
  errors: ['mail.draft_closed', ...sendMail.errors],
});
