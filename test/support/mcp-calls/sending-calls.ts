import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { freshName } from '#testing/fixture.ts';
import { messagesOf, messageWith } from '../log-reader.ts';
import type { ToolReply } from '../mcp-clients.ts';
import { type Args, expectKeyUsed, type ToolCall, type World } from './tool-call.ts';

const OWN_FILE = 'of this machine – größe';

/** An attachment as the API has it, with its bytes. */
const attached = (filename: string, content_type: string, content: string) => ({ filename, content_type, content });

/** The tools that send email. */
export async function sendingCalls(world: World): Promise<ToolCall[]> {
  const { agent, peer, way, folder, deliver, sentMailArrives } = world;
  const subject = freshName('attachment');
  const attachments = [{ filename: 'earlier.txt', content: subject }];
  await deliver({ to: agent.address, subject, text: 'x', attachments });
  const earlier = await messageWith(agent, subject);
  const ofEarlier = { message_id: earlier.id, attachment_id: earlier.attachments[0]?.id ?? '' };
  const files: Args[] = [
    { filename: 'new.csv', content_type: 'text/csv', content_base64: Buffer.from('new – größe').toString('base64') },
    ofEarlier,
    { ...ofEarlier, filename: 'renamed.md', content_type: 'text/markdown' },
  ];
  const expected = [
    attached('new.csv', 'text/csv', 'new – größe'),
    attached('earlier.txt', 'text/plain', subject),
    attached('renamed.md', 'text/markdown', subject),
  ];
  if (way === 'stdio') {
    writeFileSync(join(folder, 'Größe.json'), OWN_FILE);
    files.push({ path: 'Größe.json' });
    expected.push(attached('Größe.json', 'application/json', OWN_FILE));
  }

  /** The message of a result, as the API has it. */
  const stored = async ({ structuredContent: { message_id: mid } }: ToolReply) => {
    const params = { id: agent.id, mid };
    const message = await agent.api.ok('getMessage', { params });
    const contents = message.attachments.map(async ({ id: aid, filename, content_type }) => {
      const link = await agent.api.ok('getAttachment', { params: { ...params, aid } });
      return { filename, content_type, content: await (await fetch(link.download_url)).text() };
    });
    const addresses = (list: readonly { address: string; name: string | null }[] = []) =>
      list.map(({ address, name }) => (name === null ? address : `${name} <${address}>`));
    const { to, cc, bcc, reply_to, ...rest } = message;
    return {
      ...rest,
      ...{ to: addresses(to), cc: addresses(cc), bcc: addresses(bcc), reply_to: addresses(reply_to) },
      attachments: await Promise.all(contents),
    };
  };
  const sentTwice = async ({ structuredContent: { message_id: newest } }: ToolReply, text: string) => {
    const passes = ({ direction, snippet }: { direction: string; snippet: string }) =>
      direction === 'outbound' && snippet === text;
    const sent = await messagesOf(agent, 2, passes);
    expect(sent).toHaveLength(2);
    expect(sent[0]?.id).toBe(newest);
  };

  const email = {
    to: ['Ada <ada@elsewhere.example>', peer.address],
    subject: `Subject ${freshName()}`,
    cc: ['copy@elsewhere.example'],
    bcc: ['Blind <blind@elsewhere.example>'],
    text: 'Text – größe "x" {y}\n1',
    html: '<p>HTML – größe</p>',
    reply_to: ['answers@elsewhere.example'],
  };
  const again = { to: [peer.address], subject: freshName('again'), text: freshName('again') };
  const params = { id: agent.id };
  const keys = [freshName('key'), freshName('key'), freshName('key')] as const;

  const question = freshName('question');
  const toAll = [agent.address, 'third@elsewhere.example'];
  await deliver({ to: toAll, replyTo: 'Redirected <far@redirected.example>', subject: question, text: 'x' });
  const asked = await messageWith(agent, question);
  const reply = { cc: email.cc, bcc: email.bcc, text: email.text, html: email.html };
  const replyAgain = { message_id: asked.id, to: ['other@elsewhere.example'], text: freshName('again') };

  const forward = { to: [peer.address], cc: email.cc, bcc: email.bcc, text: freshName('forward') };
  const forwardAgain = { message_id: earlier.id, to: [peer.address], text: freshName('again') };

  return [
    {
      tool: 'send_email',
      args: { ...email, automated: true, attachments: files, idempotency_key: keys[0] },
      check: async (result) => {
        const isSent = { ...email, is_automated: true, in_reply_to: null };
        expect(await stored(result)).toMatchObject({ ...isSent, attachments: expected });
        await expectKeyUsed(agent, 'sendMail', { params, body: again }, keys[0]);
        if (!sentMailArrives) return;
        const received = await messageWith(peer, email.subject);
        expect(received.attachments).toHaveLength(files.length);
      },
    },
    { tool: 'send_email', args: again, check: async (result) => expect(await stored(result)).toMatchObject(again) },
    {
      tool: 'send_email',
      args: { ...again, send_again: true },
      check: (result) => sentTwice(result, again.text),
    },
    {
      tool: 'reply_to_email',
      args: { message_id: asked.id, ...reply, reply_all: true },
      check: ({ content }) => expect(JSON.stringify(content)).toContain('allow_reply_to'),
      isRefused: true,
    },
    {
      tool: 'reply_to_email',
      args: {
        ...reply,
        message_id: asked.id,
        attachments: files,
        reply_all: true,
        allow_reply_to: true,
        automated: true,
        idempotency_key: keys[1],
      },
      check: async (result) => {
        const { cc, ...answer } = await stored(result);
        expect(answer).toMatchObject({
          ...{ to: ['Redirected <far@redirected.example>'], bcc: email.bcc, text: email.text, html: email.html },
          subject: `Re: ${question}`,
          attachments: expected,
          is_automated: true,
          thread_id: asked.thread_id,
          in_reply_to: asked.rfc_message_id,
        });
        expect(cc.toSorted()).toEqual(['copy@elsewhere.example', 'third@elsewhere.example']);
        await expectKeyUsed(agent, 'sendMail', { params, body: again }, keys[1]);
      },
    },
    {
      tool: 'reply_to_email',
      args: replyAgain,
      check: async (result) => expect(await stored(result)).toMatchObject({ to: replyAgain.to, cc: [] }),
    },
    {
      tool: 'reply_to_email',
      args: { ...replyAgain, send_again: true },
      check: (result) => sentTwice(result, replyAgain.text),
    },
    {
      tool: 'reply_to_email',
      args: { message_id: asked.id, to: [peer.address], text: freshName('quoting'), quote: true },
      check: async (result) => expect((await stored(result)).text).toMatch(/quoting[\s\S]*wrote:\n+> x/),
    },
    {
      tool: 'forward_message',
      args: { message_id: earlier.id, ...forward, as: 'attachment', idempotency_key: keys[2] },
      check: async (result) => {
        const { attachments: files, ...sent } = await stored(result);
        expect(sent).toMatchObject({ ...forward, subject: `Fwd: ${subject}`, thread_id: earlier.thread_id });
        expect(files).toMatchObject([{ filename: `${subject}.eml` }]);
        const body = { to: forward.to };
        await expectKeyUsed(agent, 'forwardMessage', { params: { ...params, mid: earlier.id }, body }, keys[2]);
      },
    },
    {
      tool: 'forward_message',
      args: forwardAgain,
      check: async (result) =>
        expect(await stored(result)).toMatchObject({ is_forward: true, attachments: [{ filename: 'earlier.txt' }] }),
    },
    {
      tool: 'forward_message',
      args: { ...forwardAgain, send_again: true },
      check: (result) => sentTwice(result, forwardAgain.text),
    },
  ];
}
