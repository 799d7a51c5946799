import { expect, onTestFinished, test } from 'vitest';
import { freshName, sharedStack } from '#testing/fixture.ts';
import { textOf } from '../support/mcp-clients.ts';
import { decide } from '../support/oauth/consent.ts';
import { makeAgents, makePerson } from '../support/oauth/person.ts';
import { startRestoringProxy } from '../support/oauth/restored-challenge.ts';
import { installPythonClient } from './support/install-clients.ts';
import { pythonClient } from './support/python-client.ts';

test.each(['first', 'second'] as const)(
  'The %s generation of the client for Python gets from 401 to the result of a tool, and asks for more when it sends',
  async (generation) => {
    const python = await installPythonClient(generation);
    const person = await makePerson();
    const agents = await makeAgents(person, 1);
    const opened: URL[] = [];
    // On AWS a program in front of API Gateway does this, and without one a client does not ask a second time.
    const proxy = await startRestoringProxy();
    onTestFinished(() => proxy.stop());
    const connected = await pythonClient(
      python,
      `${generation}_client`,
      { url: `${sharedStack().baseUrl}/v1/mcp` },
      async (url) => {
        opened.push(new URL(url));
        // The first time, the person allows less than the client asks for.
        const more = opened.length === 1 ? { scopes: ['mail.read'] as const } : {};
        return decide(url, { person, agents, ...more });
      },
      { http_proxy: proxy.url, no_proxy: '' },
    );
    const me = await connected.client.call('whoami');
    expect(me.structuredContent).toMatchObject({ handle: agents[0]?.handle });
    expect((await connected.client.tools()).map(({ name }) => name)).not.toContain('send_email');
    const email = { to: ['ada@elsewhere.example'], subject: freshName(), text: 'Hello.' };
    const sent = await connected.client.call('send_email', email);
    expect(sent.isError, textOf(sent)).toBeFalsy();
    expect(opened.map(({ searchParams }) => searchParams.get('scope')?.split(' ').includes('mail.send'))).toEqual([
      true,
      true,
    ]);
    await connected.close();
  },
);
