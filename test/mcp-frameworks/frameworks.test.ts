import { cpSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listedTool } from '#shared/contract/mcp/tool.ts';
import { toolsOf } from '#shared/contract/mcp/tools.ts';
import { freshName, makeAgent, makeOrganization, sharedStack } from '#testing/fixture.ts';
import { sendMail } from '#testing/mailer.ts';
import { messagesOf, messageWith } from '../support/log-reader.ts';
import { installNpm, installPython } from '../support/tools/install.ts';
import { mustRun } from '../support/tools/run-command.ts';
import { type RevisionRecorder, recordRevisions } from './support/revision-recorder.ts';

const PROGRAMS = join(import.meta.dirname, 'programs');
const AI_SDK = join(PROGRAMS, 'ai-sdk');

/** What a program prints. */
interface Report {
  /** The schemas of the arguments that the model got, by the names of the tools. */
  readonly tools: Readonly<Record<string, ArgumentSchema>>;
  /** What the model got of each result. */
  readonly results: readonly string[];
  readonly final: string;
}

interface ArgumentSchema {
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
}

let python: string;
let packages: string;
let recorder: RevisionRecorder;

beforeAll(async () => {
  const [bin, commands] = await Promise.all([
    installPython('mcp-frameworks-python', PROGRAMS),
    installNpm('mcp-frameworks-npm', AI_SDK),
  ]);
  python = join(bin, 'python');
  packages = dirname(commands);
  recorder = await recordRevisions(`${sharedStack().baseUrl}/v1/mcp`);
});

afterAll(async () => {
  await recorder?.stop();
});

interface Framework {
  readonly name: string;
  readonly revision: string;
  readonly run: (env: Readonly<Record<string, string>>) => Promise<{ stdout: string }>;
}

const inPython = (program: string) => (env: Readonly<Record<string, string>>) =>
  mustRun(python, [join(PROGRAMS, `${program}.py`)], { env });

const FRAMEWORKS: readonly Framework[] = [
  { name: 'The OpenAI Agents SDK', revision: '2025-11-25', run: inPython('openai_agent') },
  { name: 'LangGraph', revision: '2025-11-25', run: inPython('langgraph_agent') },
  { name: 'Pydantic AI', revision: '2025-11-25', run: inPython('pydantic_agent') },
  {
    name: 'The AI SDK',
    revision: '2026-07-28',
    run: (env) => {
      // A module is looked for next to the program.
      const program = join(packages, 'agent.mjs');
      cpSync(join(AI_SDK, 'agent.mjs'), program);
      return mustRun(process.execPath, [program], { env });
    },
  },
];

test.each(FRAMEWORKS)(
  '$name finds an email and answers it once with everything that a reply can have',
  async ({ revision, run }) => {
    const organization = await makeOrganization();
    const [agent, peer] = await Promise.all([makeAgent(organization), makeAgent(organization)]);
    const name = freshName();
    const subject = `Order ${name}`;
    await sendMail({ to: agent.address, subject, text: `Where is the lamp ${name}?` });
    const received = await messageWith(agent, subject);
    const reply = {
      text: 'On its way.',
      html: `<p>On its <b>way</b>, ${name}.</p>`,
      cc: [peer.address],
      bcc: ['blind@elsewhere.example'],
      attachments: [{ filename: 'note.txt', content_type: 'text/plain', content_base64: btoa(name) }],
    };

    const { stdout } = await run({
      AID_MCP_URL: `${recorder.url}/${name}`,
      AID_KEY: agent.key,
      AID_REPLY: JSON.stringify(reply),
    });
    const { tools, results, final }: Report = JSON.parse(stdout);

    expect(argumentsOf(tools)).toEqual(DECLARED);
    const [self, missing, list, message, sent, again] = results as [string, string, string, string, string, string];
    expect(final).toBe('The email is answered.');
    expect(self).toContain(agent.address);
    expect(missing).toMatch(/No such resource.*resource\.not_found, request /);
    expect(list).toContain(received.id);
    expect(message).toMatch(new RegExp(`<untrusted (\\w+)>.*Where is the lamp ${name}\\?.*</untrusted \\1>`, 's'));
    expect(again).toContain('already_sent');

    const [id = ''] = /msg_\w{26}/.exec(sent) ?? [];
    const answers = await messagesOf(agent, 1, (one) => one.subject === `Re: ${subject}`);
    expect(answers.map((one) => one.id)).toEqual([id]);
    const answer = await agent.api.ok('getMessage', { params: { id: agent.id, mid: id } });
    expect(answer).toMatchObject({
      text: reply.text,
      html: reply.html,
      thread_id: received.thread_id,
      in_reply_to: received.rfc_message_id,
    });
    expect(answer.to.map(({ address }) => address)).toEqual(['ada@sender.example']);
    expect(answer.cc.map(({ address }) => address)).toEqual(reply.cc);
    expect(answer.bcc?.map(({ address }) => address)).toEqual(reply.bcc);
    expect(answer.attachments).toMatchObject([{ filename: 'note.txt', content_type: 'text/plain', size: name.length }]);
    const copy = await messageWith(peer, `Re: ${subject}`);
    expect(copy.attachments).toMatchObject([{ filename: 'note.txt' }]);
    expect([...(recorder.revisions.get(name) ?? [])]).toContain(revision);
  },
);

/** The names of the arguments of each tool, and which are required: a model that lacks one cannot send it. */
function argumentsOf(tools: Report['tools']) {
  const named = Object.entries(tools).map(([name, { properties = {}, required = [] }]) => [
    name,
    { properties: Object.keys(properties).sort(), required: [...required].sort() },
  ]);
  return Object.fromEntries(named);
}

const DECLARED = argumentsOf(
  Object.fromEntries(toolsOf(new Set()).map((tool) => [tool.name, listedTool(tool).inputSchema as ArgumentSchema])),
);
