import { html } from 'htm/preact';
import { ReceiverDial } from './receiver-dial.ts';
import { SendingDial } from './sending-dial.ts';

/** Makes what the service depends on fail, so that a person sees what it does then. */
export function FailuresPart() {
  return html`
    <h3>A receiver of webhooks</h3>
    <${ReceiverDial} />
    <h3>Sending email</h3>
    <${SendingDial} />
  `;
}
