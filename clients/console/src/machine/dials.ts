import { signal } from '@preact/signals';
import { getLocally, postLocally } from '../shell/local-login.ts';

/** What a receiver of this machine can do with a delivery. */
export const RESPONSES = [
  ['ok', 'at once, with 200', 'Deliveries arrive.'],
  [
    'slow',
    'slowly, after two seconds',
    'Deliveries arrive. The service counts the receiver as slow and limits its attempts.',
  ],
  ['429', '429 with Retry-After: 30', 'Each delivery is tried again, after 30 seconds at the earliest.'],
  ['500', '500', 'Each delivery is tried again, later and later, and is a dead letter in the end.'],
  ['410', '410', 'The service disables the endpoint: its receiver is gone.'],
  ['hang', 'never', 'Each attempt fails by its timeout, and is made again.'],
] as const;

/** What the service for sending email can do with an email. */
export const SENDING = [
  ['normal', 'it sends', 'Emails are sent.'],
  ['throttled', 'it refuses: too many requests', 'Emails wait as queued, and are tried again.'],
  ['paused', 'it refuses: the account is paused', 'Emails wait as queued, and are tried again. Nothing is lost.'],
  ['rejected', 'it rejects the content', 'Each email fails for good.'],
] as const;

/** What is set to fail on this machine. */
export interface Dials {
  readonly sending: string;
  readonly receivers: readonly { readonly organization: string; readonly response: string }[];
}

export const dials = signal<Dials | undefined>(undefined);

/** Reads what is set to fail. What cannot be read, is not shown. */
export async function readDials(): Promise<void> {
  try {
    dials.value = await getLocally<Dials>('/_local/dials');
  } catch {
    dials.value = undefined;
  }
}

/** Has all email refused, or sent again. */
export async function setSending(sending: string): Promise<void> {
  dials.value = await postLocally<Dials>('/_local/dials', { sending });
}

/** A delivery that the receiver got. */
export interface ArrivedDelivery {
  readonly received_at: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly response: string;
}

/** The receiver that this machine offers to an organization. */
export interface LocalReceiver {
  readonly url: string;
  readonly response: string;
  readonly secret: string | null;
  readonly deliveries: readonly ArrivedDelivery[];
}

export function readReceiver(organization: string): Promise<LocalReceiver> {
  return getLocally(`/_local/receiver?${new URLSearchParams({ organization })}`);
}

/** Sets what a receiver does, or tells it the secret of its endpoint. */
export async function setReceiver(
  organization: string,
  changes: { readonly response?: string; readonly secret?: string },
): Promise<void> {
  await postLocally('/_local/receiver', { organization, ...changes });
  await readDials();
}
