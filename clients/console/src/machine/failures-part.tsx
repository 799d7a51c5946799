import { ReceiverDial } from './receiver-dial.tsx';
import { SendingDial } from './sending-dial.tsx';

/** Makes dependencies of the service fail, so that a person can see how it reacts. */
export function FailuresPart() {
  return (
    <>
      <h3>Webhook receiver</h3>
      <ReceiverDial />
      <h3>Sending email</h3>
      <SendingDial />
    </>
  );
}
