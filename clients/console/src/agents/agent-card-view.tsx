import type { Identity } from '../../../typescript/src/index.ts';
import { aidOfSession, session } from '../shell/session.ts';
import { ErrorText } from '../widgets/error-text.tsx';
import { JsonView } from '../widgets/json-view.tsx';
import { useAction } from '../widgets/use-action.ts';
import { useLoad } from '../widgets/use-load.ts';

/** How other agents find an agent, and what its public card says. */
export function AgentCardView({ agent: { id } }: { readonly agent: Identity }) {
  const { a2a } = aidOfSession();
  const isOrgKey = session.value?.actor.identity_id === undefined;
  const settings = useLoad((signal) => aidOfSession().identity(id).a2a.settings.get({ signal }), [id]);
  const isPublic = settings.data?.publicly_discoverable ?? false;
  const card = useLoad(async (signal) => (isPublic ? a2a.card(id, { signal }) : null), [id, isPublic]);
  const publish = useAction(async () => {
    await aidOfSession().identity(id).a2a.settings.update({ publicly_discoverable: !isPublic });
    settings.reload();
  });
  return (
    <>
      <p>{isPublic ? 'Anyone can find the agent and read its card.' : 'The agent is not in the public directory.'}</p>
      {isOrgKey && (
        <button type="button" disabled={publish.isRunning || settings.data === undefined} onClick={publish.run}>
          {isPublic ? 'Remove from the directory' : 'List in the directory'}
        </button>
      )}
      <ErrorText error={settings.error ?? card.error ?? publish.error} />
      {card.data && <JsonView value={card.data} label="Card" />}
    </>
  );
}
