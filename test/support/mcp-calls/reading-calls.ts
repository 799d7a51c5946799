import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { freshName } from '#testing/fixture.ts';
import { type MessageRecord, messageWith } from '../log-reader.ts';
import { type ToolReply, textOf } from '../mcp-clients.ts';
import type { ToolCall, World } from './tool-call.ts';

const AUTHOR = 'grace@elsewhere.example';

/** The ids of the records of a list in a result. */
export const idsIn = (noun: string, id: string) => (reply: ToolReply) =>
  (reply.structuredContent[noun] ?? []).map((record: Record<string, unknown>) => record[id]);

const messageIds = idsIn('messages', 'message_id');

/**
 * The tools that read and sort email. Each list has messages that pass all filters but one, and are newer than the one
 * that is looked for: a filter that gets lost shows one of them.
 */
export async function readingCalls({ agent, way, folder, deliver }: World): Promise<ToolCall[]> {
  const word = freshName('word');
  const receive = async (
    subject: string,
    more: { from?: string; inReplyTo?: string; text?: string; html?: string } = {},
  ) => {
    const attachments = [{ filename: 'a.txt', content: `The file of ${subject}` }];
    await deliver({ to: agent.address, from: AUTHOR, subject, text: 'x', attachments, ...more });
    return messageWith(agent, subject);
  };
  const change = (mid: string, body: Record<string, unknown>) =>
    agent.api.ok('updateMessage', { params: { id: agent.id, mid }, body });
  const read = (mid: string) => agent.api.ok('getMessage', { params: { id: agent.id, mid } });

  const oldest = await receive(`${word} 1`, { text: 'x' });
  const inReplyTo = oldest.rfc_message_id ?? '';
  const ofOther = await receive(`${word} 2`, { inReplyTo, from: 'other@elsewhere.example' });
  const newest = await receive(`${word} 3`, { inReplyTo });
  const [elsewhere, wasRead] = await Promise.all([
    receive(freshName('elsewhere')),
    receive(freshName('read'), { inReplyTo }),
    receive(`${word} in the inbox`, { inReplyTo }),
  ]);
  const body = { to: [AUTHOR], subject: freshName('sent'), text: 'x', in_reply_to_message_id: newest.id };
  const sent = await agent.api.ok('sendMail', { params: { id: agent.id }, body });
  const isUnread = { folder: 'archive', is_read: false };
  const archived = [oldest, ofOther, newest, elsewhere] as MessageRecord[];
  await Promise.all([...archived, sent].map(({ id }) => change(id, isUnread)));
  await change(wasRead?.id ?? '', { folder: 'archive', is_read: true });

  let cursor = '';
  const list = { folder: 'archive', thread_id: oldest.thread_id, unread_only: true, limit: 1 };
  const search = { query: word, folder: 'archive', limit: 1 };
  const first = ({ structuredContent }: ToolReply) => {
    cursor = structuredContent.next_cursor;
  };
  const quoted = await receive(freshName('quoted'), { text: 'My own words.\n\nOn Monday Ada wrote:\n> The history.' });
  const html = '<p>My <a href="https://shop.example/a">shop</a></p><p style="display:none">Words that no one sees</p>';
  const hiding = await receive(freshName('hiding'), { html });
  const file = quoted.attachments[0]?.id ?? '';
  const whole = `The file of ${quoted.subject}`;

  return [
    {
      tool: 'list_messages',
      args: { ...list, direction: 'inbound' },
      check: (reply) => {
        expect(messageIds(reply)).toEqual([newest.id]);
        first(reply);
      },
    },
    {
      tool: 'list_messages',
      args: () => ({ ...list, from: AUTHOR, cursor }),
      check: (reply) => expect(messageIds(reply)).toEqual([oldest.id]),
    },
    {
      tool: 'search_messages',
      args: { ...search, from: AUTHOR },
      check: (reply) => {
        expect(messageIds(reply)).toEqual([newest.id]);
        first(reply);
      },
    },
    {
      tool: 'search_messages',
      args: () => ({ ...search, from: AUTHOR, cursor }),
      check: (reply) => expect(messageIds(reply)).toEqual([oldest.id]),
    },
    {
      tool: 'get_message',
      args: { message_id: quoted.id, include_quoted: true, offset: 5 },
      check: async (reply) => {
        const { text } = await read(quoted.id);
        expect(text).toContain('The history.');
        expect(reply.structuredContent.message_id).toBe(quoted.id);
        expect(textOf(reply)).toContain('The history.');
        // The text of others begins with its author.
        expect(textOf(reply)).toContain(` ${AUTHOR}`);
        expect(textOf(reply)).not.toContain(`From: ${AUTHOR}`);
      },
    },
    {
      tool: 'get_message',
      args: { message_id: hiding.id, include_hidden: true, include_links: true },
      check: (reply) => {
        expect(textOf(reply)).toContain('Words that no one sees');
        expect(textOf(reply)).toContain('https://shop.example/a');
      },
    },
    {
      tool: 'get_message',
      args: { message_id: 'msg_00000000000000000000000000' },
      check: (reply) => expect(textOf(reply)).toContain('(resource.not_found,'),
      isRefused: true,
    },
    {
      tool: 'get_thread',
      args: { thread_id: oldest.thread_id, cursor: newest.id },
      check: async (reply) => {
        const params = { id: agent.id, tid: oldest.thread_id };
        const { messages } = await agent.api.ok('getThread', { params });
        expect(messages.length).toBeGreaterThan(3);
        expect(messageIds(reply)).toEqual([ofOther.id, oldest.id]);
      },
    },
    {
      tool: 'get_thread',
      args: { thread_id: quoted.thread_id, include_quoted: true },
      check: (reply) => expect(textOf(reply)).toContain('The history.'),
    },
    {
      tool: 'get_thread',
      args: { thread_id: hiding.thread_id },
      check: (reply) => expect(textOf(reply)).toContain('[1] shop: https://shop.example/a'),
    },
    {
      tool: 'get_attachment',
      args: { message_id: quoted.id, attachment_id: file, offset: 4 },
      check: async (reply) => {
        const link = await agent.api.ok('getAttachment', { params: { id: agent.id, mid: quoted.id, aid: file } });
        expect(await (await fetch(link.download_url)).text()).toBe(whole);
        expect(reply.structuredContent).toMatchObject({ attachment_id: file, size: whole.length });
        expect(textOf(reply)).toContain(`\n${whole.slice(4)}`);
        expect(textOf(reply)).not.toContain(whole);
      },
    },
    ...(way === 'http' ? [] : [savingCall({ message_id: quoted.id, attachment_id: file }, whole, folder)]),
    {
      tool: 'update_message',
      args: { message_id: quoted.id, is_read: true, folder: 'spam' },
      check: async () => expect(await read(quoted.id)).toMatchObject({ is_read: true, folder: 'spam' }),
    },
  ];
}

/** The bridge stores an attachment in a file. */
function savingCall(attachment: Record<string, string>, whole: string, folder: string): ToolCall {
  const save_to = `${freshName('saved')}.txt`;
  return {
    tool: 'get_attachment',
    args: { ...attachment, save_to },
    check: (reply) => {
      const saved_to = join(folder, save_to);
      expect(reply.structuredContent).toEqual({ saved_to, saved_bytes: whole.length });
      expect(readFileSync(saved_to, 'utf8')).toBe(whole);
    },
  };
}
