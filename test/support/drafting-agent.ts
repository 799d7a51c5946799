import type { Tag } from '@aws-sdk/client-s3';
import { beforeAll } from 'vitest';
import { sendDueDrafts } from '#functions/http/mail/send-due-drafts.ts';
import { dueDrafts, parseDueDraft } from '#shared/data/entities/mail/mail-draft.ts';
import { findStoredBytes } from '#shared/data/entities/organization/stored-bytes.ts';
import type { Table } from '#shared/data/table-client.ts';
import { timestamp } from '#shared/domain/time/time.ts';
import { getContentTable } from '#shared/runtime/content-store.ts';
import { agentMailbox } from './agent-mailbox.ts';
import { type HookApi, openHook } from './hook-api.ts';
import type { InProcessApi } from './in-process-api.ts';
import { memoryBucket } from './memory-bucket.ts';

/** An email that is saved as a draft. */
export const MAIL = { to: 'ada@elsewhere.example', subject: 'Hello', text: 'text' };

/** Drafts on a real table, with a bucket in memory. */
export function useDrafts(engine: { readonly table: Table }) {
  let api: InProcessApi;
  let hook: HookApi;
  let files: ReadonlyMap<string, Buffer>;
  const tags = new Map<string, Tag[]>();

  beforeAll(() => {
    process.env.CONTENT_BUCKET = 'content';
    ({ api, hook } = openHook({ ...engine.table, contents: getContentTable().contents }));
    files = memoryBucket(tags);
  });

  /** An agent, and its calls about drafts. */
  async function drafter() {
    const { agent, key: orgKey, read, receive } = await agentMailbox(api, hook);
    const of = (did: string) => ({ key: agent.key, params: { id: agent.id, did } });
    const inAgent = { key: agent.key, params: { id: agent.id } };
    const { org_id: organizationId } = (await api.call('getMe', { key: orgKey })).body;
    return {
      agent,
      orgKey,
      organizationId,
      read,
      receive,
      of,
      create: (body: object = MAIL) => api.call('createDraft', { ...inAgent, body }),
      get: async (did: string) => (await api.call('getDraft', of(did))).body,
      update: (did: string, body: object) => api.call('updateDraft', { ...of(did), body }),
      remove: (did: string) => api.call('deleteDraft', of(did)),
      send: (did: string) => api.call('sendDraft', of(did)),
      list: async () => (await api.call('listDrafts', inAgent)).body.drafts,
      schedule: (body: object, sendAt: number) =>
        api.call('sendMail', { ...inAgent, body: { ...MAIL, ...body, send_at: timestamp(sendAt) } }),
      messages: async () => (await api.call('listMessages', inAgent)).body.messages,
      events: async () => (await api.call('listEvents', { key: orgKey })).body.events,
      stored: () => findStoredBytes(engine.table, organizationId, api.now()),
      /** What the sweep and the function of mail do at a time. */
      sendDue: async (now: number) => {
        const rows = await Array.fromAsync(dueDrafts(engine.table, now, 10_000));
        const drafts = rows.map(parseDueDraft).filter(({ identityId }) => identityId === agent.id);
        await sendDueDrafts({ kind: 'due-drafts', drafts }, { ...api.services, now: () => now });
      },
    };
  }

  return { drafter, api: () => api, files: () => files, tags };
}
