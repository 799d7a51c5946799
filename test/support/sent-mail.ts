import { sharedStack } from '#testing/fixture.ts';
import { eventually } from './eventually.ts';

/** A sent mail, as the local outbox lists it. */
export interface Sent {
  from: string;
  to: string[];
  subject: string;
  text: string;
  raw_base64: string;
  sent_at: string;
}

/** The mail sent to an address, once there are as many as expected. */
export function sentTo(address: string, count = 1, baseUrl = sharedStack().baseUrl): Promise<Sent[]> {
  return eventually(async () => {
    const response = await fetch(`${baseUrl}/_local/outbox`);
    const { messages } = (await response.json()) as { messages: Sent[] };
    const found = messages.filter(({ to }) => to.includes(address));
    if (found.length < count) throw new Error(`${found.length} of ${count} mails`);
    return found;
  });
}

/** The six digits of the newest mail to an address, once there are as many as expected. */
export async function mailedCode(address: string, baseUrl?: string, count = 1): Promise<string> {
  const [mail] = await sentTo(address, count, baseUrl);
  return /\b\d{6}\b/.exec(mail?.subject ?? '')?.[0] ?? '';
}
