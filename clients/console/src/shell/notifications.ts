import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Event } from '../../../typescript/src/index.ts';
import { summaryOf, toneOfEvent } from '../log/event-summary.ts';
import { onArrival } from './arrival-listeners.ts';
import { goTo, href } from './route.ts';
import { readSetting, storeSetting } from './stored-settings.ts';

const SETTING = 'console-notify';

/** Whether the browser can notify at all: on a page without TLS, other than one of this machine, it cannot. */
export const canNotify = 'Notification' in globalThis;

/** Whether the person has asked for notifications and the browser allows them. */
export const isNotifying = signal(canNotify && readSetting(SETTING) === true && Notification.permission === 'granted');

/** Switches notifications. The browser asks the person the first time; without its permission they stay off. */
export async function setNotifying(isWanted: boolean): Promise<void> {
  isNotifying.value = isWanted && (await Notification.requestPermission()) === 'granted';
  storeSetting(SETTING, isNotifying.value);
}

/** Notifies of what waits for a person and of failures, while the person looks elsewhere. */
export function useNotifications(): void {
  useEffect(
    () =>
      onArrival((event) => {
        if (isNotifying.value && toneOfEvent(event) !== undefined && !document.hasFocus()) notifyOf(event);
      }),
    [],
  );
}

function notifyOf(event: Event): void {
  const { id, type, aggregate_id: about } = event;
  const isApproval = type === 'approval.requested';
  notify({
    title: isApproval ? 'An action waits for a person' : `AID: ${type}`,
    body: summaryOf(event),
    tag: id,
    address: isApproval && about !== null ? href(['approvals', about]) : href(['log', id]),
  });
}

interface Notice {
  readonly title: string;
  readonly body: string;
  /** What the same notice of several tabs has in common: it notifies once. */
  readonly tag: string;
  /** The place that a click leads to. */
  readonly address: string;
}

/** Shows a notification of the browser. */
export function notify({ title, body, tag, address }: Notice): void {
  try {
    const notification = new Notification(title, { body, tag });
    notification.onclick = () => {
      focus();
      goTo(address);
      notification.close();
    };
  } catch {
    // Android has the permission, but shows only the notifications of a service worker. The page has none, so it stops.
    isNotifying.value = false;
    storeSetting(SETTING, false);
  }
}
