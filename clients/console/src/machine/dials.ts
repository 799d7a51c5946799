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
  ['429', '429 with Retry-After: 30', 'Each delivery is retried, after 30 seconds at the earliest.'],
  ['500', '500', 'Each delivery is retried at growing intervals, and ends as a dead letter.'],
  ['410', '410', 'The service disables the endpoint: its receiver is gone.'],
  ['hang', 'never', 'Each attempt times out, and is retried.'],
] as const;

/** What Amazon SES, which is emulated here, can do with an email. */
export const SENDING = [
  ['normal', 'sends it', 'Emails are sent.'],
  ['throttled', 'refuses it: too many requests', 'Emails stay queued, and are retried.'],
  ['paused', 'refuses it: the account is paused', 'Emails stay queued, and are retried. Nothing is lost.'],
  ['rejected', 'rejects its content', 'Each email fails permanently.'],
] as const;

/** What is set to fail on this machine. */
export interface Dials {
  readonly sending: string;
  readonly receivers: readonly { readonly organization: string; readonly response: string }[];
}

export const dials = signal<Dials | undefined>(undefined);

/** Reads what is set to fail. What cannot be read is not shown. */
export async function readDials(): Promise<void> {
  try {
    dials.value = await getLocally<Dials>('/_local/dials');
  } catch {
    dials.value = undefined;
  }
}

/** Makes SES refuse all email, or send it again. */
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

/** Sets what a receiver does, or gives it the secret of its endpoint. */
export async function setReceiver(
  organization: string,
  changes: { readonly response?: string; readonly secret?: string },
): Promise<void> {
  await postLocally('/_local/receiver', { organization, ...changes });
  await readDials();
}
