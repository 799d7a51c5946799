import { expect } from 'vitest';
import { type Agent, freshName } from '#testing/fixture.ts';
import { messageWith } from '../log-reader.ts';
import type { ToolCall, World } from './tool-call.ts';

/** The waits for codes: of an agent that gets two emails with a code, with one of another sender between them. */
export function codeCalls(agent: Agent, deliver: World['deliver']): ToolCall[] {
  const receive = async (from: string, code: string) => {
    const subject = freshName('code');
    await deliver({ from, to: agent.address, subject, text: `Your verification code is ${code}.` });
    return messageWith(agent, subject);
  };
  let cursor = '';
  return [
    {
      tool: 'wait_for_code',
      args: async () => {
        const { created_at: since } = await receive('no-reply@shop.example', '111111');
        await receive('no-reply@other.example', '222222');
        await receive('no-reply@mail.shop.example', '333333');
        return { since, from: 'shop.example', codes_only: true, timeout_seconds: 20 };
      },
      check: ({ structuredContent }) => {
        expect(structuredContent).toMatchObject({ code: '333333', held_back: [{ reason: 'other_sender' }] });
        cursor = structuredContent.next_cursor;
      },
    },
    {
      tool: 'wait_for_code',
      args: () => ({ cursor, timeout_seconds: 0 }),
      check: ({ structuredContent }) => expect(structuredContent).toMatchObject({ timed_out: true }),
    },
  ];
}
