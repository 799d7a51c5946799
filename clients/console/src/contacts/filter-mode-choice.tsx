import { aidOfSession } from '../shell/session.ts';
import { ErrorText } from '../widgets/error-text.tsx';
import { useAction } from '../widgets/use-action.ts';
import { useLoad } from '../widgets/use-load.ts';

/** The organization's filter mode, which decides when no rule does. */
export function FilterModeChoice() {
  const { data, error, reload } = useLoad((signal) => aidOfSession().contactRules.settings.get({}, { signal }), []);
  const set = useAction(async (event: Event) => {
    await aidOfSession().contactRules.settings.update({ filter_mode: (event.target as HTMLSelectElement).value });
    reload();
  });
  return (
    <>
      <p>
        <label>
          When no rule applies,{' '}
          <select
            value={data?.filter_mode ?? 'blocklist'}
            disabled={data === undefined || set.isRunning}
            onChange={set.run}
          >
            <option value="blocklist">everyone may write (blocklist)</option>
            <option value="allowlist">no one may write (allowlist)</option>
          </select>
        </label>
      </p>
      <ErrorText error={error ?? set.error} />
    </>
  );
}
