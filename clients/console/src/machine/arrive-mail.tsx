import { useState } from 'preact/hooks';
import { postLocally } from '../shell/local-login.ts';
import { href } from '../shell/route.ts';
import { ErrorText } from '../widgets/error-text.tsx';
import { Field } from '../widgets/field.tsx';
import { useAgents } from '../widgets/use-agents.ts';
import { useForm } from '../widgets/use-form.ts';
import { LocalSnippets } from './local-snippets.tsx';
import { SendToSimulator } from './send-to-simulator.tsx';

const KINDS = [
  ['unverified', 'sender not verified, the default on this machine'],
  ['verified', 'sender verified: SPF, DKIM and DMARC pass'],
  ['spoofed', 'spoofed: the sender checks fail'],
  ['spam', 'spam'],
  ['virus', 'with a virus'],
] as const;

/** Simulates an inbound email to an agent, with the verdicts that a person chooses. */
export function ArriveMail() {
  const agents = [...useAgents().values()];
  const [arrivedAt, setArrivedAt] = useState<string>();
  const arrive = useForm(async (fields) => {
    const agent = agents.find(({ id }) => id === fields.agent);
    const { html: markup = '' } = fields;
    const mail = { ...fields, to: agent?.email_address ?? '', html: markup === '' ? undefined : markup };
    setArrivedAt(undefined);
    await postLocally('/_local/mail', mail);
    setArrivedAt(agent?.id);
  });
  const example = {
    to: agents[0]?.email_address,
    from: 'ada@example.com',
    subject: 'Where is my order?',
    text: 'Hello',
    kind: 'verified',
  };
  return (
    <>
      <form class="compose" aria-label="Simulate inbound email" onSubmit={arrive.run}>
        <Field label="To agent" name="agent" options={agents.map(({ id, handle }) => [id, handle])} />
        <Field label="From" name="from" required defaultValue="Ada <ada@example.com>" />
        <Field label="Subject" name="subject" required defaultValue="Where is my order?" />
        <Field label="Text" name="text" rows={4} defaultValue="Hello, I ordered a lamp last week." />
        <Field label="HTML" name="html" rows={4} hint="Optional" />
        <Field label="Checks" name="kind" options={KINDS} />
        <ErrorText error={arrive.error} />
        <button class="primary" disabled={arrive.isRunning || agents.length === 0}>
          Deliver email
        </button>
        <p role="status">
          {arrivedAt !== undefined && (
            <>
              Delivered. <a href={href(['agents', arrivedAt])}>Open the inbox</a>
            </>
          )}
        </p>
      </form>
      <LocalSnippets path="/_local/mail" body={example} />
      <SendToSimulator agents={agents} />
    </>
  );
}
