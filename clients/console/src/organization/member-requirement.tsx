import { hasRole } from '../shell/role.ts';
import { aidOfSession } from '../shell/session.ts';
import { Confirm } from '../widgets/confirm.tsx';
import { ErrorText } from '../widgets/error-text.tsx';
import { useAction } from '../widgets/use-action.ts';
import { useLoad } from '../widgets/use-load.ts';

/** Whether all members need a second factor. Only owners change it. */
export function MemberRequirement() {
  const { data, error, reload } = useLoad((signal) => aidOfSession().members.settings.get({ signal }), []);
  const set = useAction(async (isRequired: boolean) => {
    await aidOfSession().members.settings.update({ require_second_factor: isRequired });
    reload();
  });
  const isRequired = data?.require_second_factor;
  return (
    <>
      <h3>Second factor</h3>
      <ErrorText error={error ?? set.error} />
      {isRequired !== undefined && (
        <p>
          {isRequired
            ? 'All members need a second factor. One who has none can only set it up.'
            : 'Members may log in without a second factor.'}
        </p>
      )}
      {hasRole('owner') && isRequired === false && (
        <Confirm
          title="Require a second factor"
          question="Members without one, including you, will be able to do nothing except set it up."
          onConfirm={() => set.run(true)}
        />
      )}
      {hasRole('owner') && isRequired === true && (
        <Confirm
          title="Stop requiring it"
          question="Passwords alone then log in members who have no second factor."
          onConfirm={() => set.run(false)}
        />
      )}
    </>
  );
}
