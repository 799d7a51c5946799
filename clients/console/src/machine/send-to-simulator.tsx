import type { Identity } from '../../../typescript/src/index.ts';
import { goTo, href } from '../shell/route.ts';
import { aidOfSession } from '../shell/session.ts';
import { ErrorText } from '../widgets/error-text.tsx';
import { Field } from '../widgets/field.tsx';
import type { ShownCall } from '../widgets/snippet-text.ts';
import { Snippets } from '../widgets/snippets.tsx';
import { useForm } from '../widgets/use-form.ts';

/** The addresses of the mailbox simulator of SES. */
const OUTCOMES = [
  ['bounce@simulator.amazonses.com', 'Bounce'],
  ['complaint@simulator.amazonses.com', 'Complaint'],
  ['ooto@simulator.amazonses.com', 'Out-of-office reply'],
  ['success@simulator.amazonses.com', 'Delivery'],
] as const;

/** The content of an email to the simulator. */
const MAIL = { subject: 'Does it arrive?', text: 'An email to the mailbox simulator.' };

/** Sends an email from an agent with a chosen outcome. */
export function SendToSimulator({ agents }: { readonly agents: readonly Identity[] }) {
  const send = useForm(async ({ agent = '', to = '' }) => {
    const { id } = await aidOfSession()
      .identity(agent)
      .mail.send({ ...MAIL, to });
    goTo(href(['log'], { aggregate_id: id }));
  });
  return (
    <>
      <h2>Simulate an outcome</h2>
      <form class="compose" aria-label="Simulate an outcome" onSubmit={send.run}>
        <Field label="From agent" name="agent" options={agents.map(({ id, handle }) => [id, handle])} />
        <Field label="Outcome" name="to" options={OUTCOMES} />
        <ErrorText error={send.error} />
        <button disabled={send.isRunning || agents.length === 0}>Send email</button>
      </form>
      {agents[0] !== undefined && <Snippets call={callOf(agents[0].id)} />}
    </>
  );
}

function callOf(identityId: string): ShownCall {
  const path = `/v1/identities/${identityId}/mail/send`;
  return { name: 'mail.send', verb: 'POST', path, params: { ...MAIL, to: OUTCOMES[0][0] }, identityId };
}
