import { signal } from '@preact/signals';
import { getLocally, postLocally } from '../shell/local-login.ts';

/** How a receiver on this machine can respond to a delivery. */
export const RESPONSES = [
  ['ok', 'immediately with 200', 'Deliveries arrive.'],
  [
    'slow',
    'after two seconds with 200',
    'Deliveries arrive. The service treats the receiver as slow and limits its attempts.',
  ],
  ['429', 'with 429 and Retry-After: 30', 'Each delivery is retried after at least 30 seconds.'],
  ['500', 'with 500', 'Each delivery is retried at growing intervals, and finally fails for good.'],
  ['410', 'with 410', 'The service disables the endpoint, because its receiver is gone.'],
  ['hang', 'never', 'Each attempt times out and is retried.'],
] as const;

/** How the emulated Amazon SES can respond to an email. */
export const SENDING = [
  ['normal', 'sends every email', 'Emails are sent.'],
  ['throttled', 'refuses every email: too many requests', 'Emails stay queued and are retried.'],
  ['paused', 'refuses every email: the account is paused', 'Emails stay queued and are retried. Nothing is lost.'],
  ['rejected', 'rejects the content of every email', 'Each email fails permanently.'],
] as const;

/** What is set to fail on this machine. */
export interface Dials {
  readonly sending: string;
  readonly receivers: readonly { readonly organization: string; readonly response: string }[];
}

export const dials = signal<Dials | undefined>(undefined);

/** Loads what is set to fail. A failure to load shows nothing. */
export async function readDials(): Promise<void> {
  try {
    dials.value = await getLocally<Dials>('/_local/dials');
  } catch {
    dials.value = undefined;
  }
}

/** Makes SES refuse all email, or accept it again. */
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

/** An organization's receiver on this machine. */
export interface LocalReceiver {
  readonly url: string;
  readonly response: string;
  readonly secret: string | null;
  readonly deliveries: readonly ArrivedDelivery[];
}

export function readReceiver(organization: string): Promise<LocalReceiver> {
  return getLocally(`/_local/receiver?${new URLSearchParams({ organization })}`);
}

/** Sets how a receiver responds, or gives it the secret of its endpoint. */
export async function setReceiver(
  organization: string,
  changes: { readonly response?: string; readonly secret?: string },
): Promise<void> {
  await postLocally('/_local/receiver', { organization, ...changes });
  await readDials();
}
