import { html } from 'htm/preact';
import { useState } from 'preact/hooks';
import type { Event, Identity } from '../../../typescript/src/index.ts';
import { aidOfSession, session } from '../shell/session.ts';
import { CopyButton } from '../widgets/copy-button.ts';
import { ErrorText } from '../widgets/error-text.ts';
import { Loading } from '../widgets/loading.ts';
import { useLoad } from '../widgets/use-load.ts';
import { deliveryText } from './delivery-text.ts';

interface DeliveryBodyProps {
  readonly event: Event;
  readonly agent: Identity | undefined;
}

/** The body that endpoints get for an event. It is read when a person opens it. */
export function DeliveryBody({ event, agent }: DeliveryBodyProps) {
  const [isOpen, setOpen] = useState(false);
  // It names the agents of two organizations, of which the API shows no one both.
  if (event.type.startsWith('a2a.invitation.')) return null;
  return html`
    <details class="snippets" onToggle=${(toggled: ToggleEvent) => setOpen(toggled.newState === 'open')}>
      <summary>The body of a delivery</summary>
      ${isOpen && html`<${Body} event=${event} agent=${agent} />`}
    </details>
  `;
}

function Body({ event, agent }: DeliveryBodyProps) {
  const { data, error } = useLoad((signal) => textOf(event, agent, signal), [event.id, agent?.id]);
  if (data === undefined) {
    return error === undefined ? html`<${Loading} what="the body" />` : html`<${ErrorText} error=${error} />`;
  }
  return html`
    <${CopyButton} text=${data} />
    <pre tabindex="0" role="region" aria-label="The body of a delivery">${data}</pre>
  `;
}

/** The body, for which the email or the task of the event is read. */
async function textOf(event: Event, agent: Identity | undefined, signal: AbortSignal): Promise<string> {
  const aid = aidOfSession();
  const { identity_id: of, aggregate_type: kind, aggregate_id: about } = event;
  const isMail = kind === 'mail_message' && of !== null && about !== null;
  const message = isMail ? await aid.identity(of).mail.messages.get(about, { signal }) : undefined;
  const task = kind === 'a2a_task' && about !== null ? await aid.tasks.get(about, {}, { signal }) : undefined;
  const agents =
    task === undefined
      ? [agent].flatMap((one) => one ?? [])
      : [task.caller, task.worker].map(({ identity_id: id, ...names }) => ({ id, ...names }));
  const summaries = agents.map(({ id, handle, display_name }) => ({ id, handle, display_name }));
  return deliveryText(event, { organizationId: session.value?.actor.org_id ?? '', agents: summaries, message });
}
