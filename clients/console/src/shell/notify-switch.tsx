import { ErrorText } from '../widgets/error-text.tsx';
import { useAction } from '../widgets/use-action.ts';
import { canNotify, isNotifying, setNotifying } from './notifications.ts';

/** Switches the notifications of the browser for what waits for a person and for failures. */
export function NotifySwitch() {
  const change = useAction(async (event: Event) => {
    const box = event.target as HTMLInputElement;
    const isWanted = box.checked;
    await setNotifying(isWanted);
    box.checked = isNotifying.value;
    if (isWanted && !isNotifying.value) throw new Error('The browser does not allow this page to notify.');
  });
  if (!canNotify) return null;
  return (
    <>
      <label class="choice" title="While you look elsewhere, as long as this page is open">
        Notify me of approvals and failures
        <input
          type="checkbox"
          role="switch"
          aria-checked={isNotifying.value}
          checked={isNotifying.value}
          disabled={change.isRunning}
          onChange={change.run}
        />
      </label>
      <ErrorText error={change.error} />
    </>
  );
}
