import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Event } from '../../../typescript/src/index.ts';
import { summaryOf, toneOfEvent } from '../log/event-summary.ts';
import { onArrival } from './live-events.ts';
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
        if (isNotifying.value && toneOfEvent(event) !== undefined && !document.hasFocus()) notify(event);
      }),
    [],
  );
}

function notify(event: Event): void {
  const { id, type, aggregate_id: about } = event;
  const isApproval = type === 'approval.requested';
  const title = isApproval ? 'An action waits for a person' : `AID: ${type}`;
  // The same event notifies once, also with several tabs.
  const notification = new Notification(title, { body: summaryOf(event), tag: id });
  notification.onclick = () => {
    focus();
    goTo(isApproval && about !== null ? href(['approvals', about]) : href(['log', id]));
    notification.close();
  };
}
