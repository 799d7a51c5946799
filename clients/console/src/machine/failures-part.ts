import { html } from 'htm/preact';
import { ReceiverDial } from './receiver-dial.ts';
import { SendingDial } from './sending-dial.ts';

/** Makes dependencies of the service fail, so that a person can see how it reacts. */
export function FailuresPart() {
  return html`
    <h3>Webhook receiver</h3>
    <${ReceiverDial} />
    <h3>Sending email</h3>
    <${SendingDial} />
  `;
}
