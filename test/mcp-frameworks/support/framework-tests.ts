import { cpSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshName, makeAgent, makeOrganization, sharedStack } from '#testing/fixture.ts';
import { sendMail } from '#testing/mailer.ts';
import { messagesOf, messageWith } from '../../support/log-reader.ts';
import { findPythonOf } from '../../support/tools/find-python.ts';
import { installNpm, installPython } from '../../support/tools/install.ts';
import { mustRun } from '../../support/tools/run-command.ts';
import { argumentsOf, declaredArguments, type ToolSchemas } from './declared-arguments.ts';
import { type Pressure, startPressure } from './pressure.ts';
import { type RevisionRecorder, recordRevisions } from './revision-recorder.ts';

export const PROGRAMS = join(import.meta.dirname, '..', 'programs');

type Run = (env: Readonly<Record<string, string>>) => Promise<{ readonly stdout: string }>;

/** An agent framework that uses the MCP server without changes to the framework. */
export interface Framework {
  readonly name: string;
  /** A revision of the protocol that its client speaks. */
  readonly revision: string;
  /** Whether its models have to name every argument, with null for what is not given. */
  readonly requiresAll?: boolean;
  /** Installs the framework, unless an earlier run did, and returns what runs its program. */
  readonly install: () => Promise<Run>;
}

/**
 * A program in Python. `pins`: the folder with the requirements of its environment. `versions`: those of Python that
 * the framework works with, in the order in which they are looked for, if not any that is new enough.
 */
export const inPython =
  (environment: string, pins: string, program: string, versions?: readonly string[]) => async (): Promise<Run> => {
    const python = join(await installPython(environment, pins, versions && (await firstOf(versions))), 'python');
    return (env) => mustRun(python, [program], { env: { ...env, PYTHONPATH: PROGRAMS } });
  };

async function firstOf(versions: readonly string[]): Promise<string> {
  for (const version of versions) {
    const found = await findPythonOf(version);
    if (found !== undefined) return found;
  }
  throw new Error(`These tests need Python ${versions.join(' or ')}`);
}

/** A program in JavaScript, `agent.mjs` in the folder with its packages. */
export const inNode = (environment: string, pins: string) => async (): Promise<Run> => {
  const packages = dirname(await installNpm(environment, pins));
  // A module is looked for next to the program.
  for (const file of [join(pins, 'agent.mjs'), join(PROGRAMS, 'stub-model.mjs')]) {
    cpSync(file, join(packages, file.slice(file.lastIndexOf('/') + 1)));
  }
  return (env) => mustRun(process.execPath, [join(packages, 'agent.mjs')], { env });
};

/** What a program prints. */
interface Report {
  /** The schemas of the arguments that the model got, by the names of the tools. */
  readonly tools: ToolSchemas;
  /** What the model got of each result. */
  readonly results: readonly string[];
  readonly final: string;
}

/** What a model calls above a limit, and what it reads then. */
const LIMITS = [
  {
    limit: 'requests',
    call: ['list_messages', {}],
    error: /At most 600 requests per minute .*Retry after \d+ seconds\. \(rate_limit\.exceeded, request /s,
  },
  {
    limit: 'waits',
    call: ['wait_for_event', { type: 'mail.received', timeout_seconds: 5 }],
    error: /At most 2 waits at once .*Retry after \d+ seconds\. \(rate_limit\.exceeded, request /s,
  },
] as const;

const FINAL = 'That is all.';

/** Declares the tests of a framework. */
export function testFramework({ name, revision, requiresAll = false, install }: Framework): void {
  let run: Run;
  let recorder: RevisionRecorder;
  let pressure: Pressure;

  beforeAll(async () => {
    const { baseUrl } = sharedStack();
    [run, recorder, pressure] = await Promise.all([
      install(),
      recordRevisions(`${baseUrl}/v1/mcp`),
      startPressure(baseUrl),
    ]);
  });

  afterAll(async () => {
    await Promise.all([recorder?.stop(), pressure?.stop()]);
  });

  const reportOf = async (path: string, env: Readonly<Record<string, string>>): Promise<Report> => {
    const { stdout } = await run({ ...env, AID_MCP_URL: `${recorder.url}/${path}` });
    return JSON.parse(stdout);
  };

  test(`${name} finds an email and answers it once with everything that a reply can have`, async () => {
    const organization = await makeOrganization();
    const [agent, peer] = await Promise.all([makeAgent(organization), makeAgent(organization)]);
    const path = freshName();
    const subject = `Order ${path}`;
    await sendMail({ to: agent.address, subject, text: `Where is the lamp ${path}?` });
    const received = await messageWith(agent, subject);
    const reply = {
      text: 'On its way.',
      html: `<p>On its <b>way</b>, ${path}.</p>`,
      cc: [peer.address],
      bcc: ['blind@elsewhere.example'],
      attachments: [{ filename: 'note.txt', content_type: 'text/plain', content_base64: btoa(path) }],
    };

    const { tools, results, final } = await reportOf(path, { AID_KEY: agent.key, AID_REPLY: JSON.stringify(reply) });

    expect(argumentsOf(tools)).toEqual(declaredArguments({ requiresAll }));
    const [self, missing, list, message, sent, again] = results as [string, string, string, string, string, string];
    expect(final).toBe(FINAL);
    expect(self).toContain(agent.address);
    expect(missing).toMatch(/No such resource.*resource\.not_found, request /);
    expect(list).toContain(received.id);
    expect(message).toMatch(new RegExp(`<untrusted (\\w+)>.*Where is the lamp ${path}\\?.*</untrusted \\1>`, 's'));
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
    const { length: size } = path;
    expect(answer.attachments).toMatchObject([{ filename: 'note.txt', content_type: 'text/plain', size }]);
    const copy = await messageWith(peer, `Re: ${subject}`);
    expect(copy.attachments).toMatchObject([{ filename: 'note.txt' }]);
    expect([...(recorder.revisions.get(path) ?? [])]).toContain(revision);
  });

  test.each(LIMITS)(
    `A model of ${name} reads when to try again at the limit of $limit, and its run continues`,
    async ({ limit, call, error }) => {
      const agent = await makeAgent(await makeOrganization());
      const { results, final } = await reportOf(freshName(), {
        AID_KEY: agent.key,
        AID_PRESSURE_URL: `${pressure.url}/${limit}`,
        AID_LIMITED_CALL: JSON.stringify(call),
      });
      expect(results).toEqual([expect.stringContaining(agent.address), expect.stringMatching(error)]);
      expect(final).toBe(FINAL);
    },
  );
}
