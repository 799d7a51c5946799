import { useState } from 'preact/hooks';
import type { Webhook } from '../../../typescript/src/index.ts';
import { goTo, href } from '../shell/route.ts';
import { aidOfSession } from '../shell/session.ts';
import { Confirm } from '../widgets/confirm.tsx';
import { ErrorText } from '../widgets/error-text.tsx';
import { ShownOnce } from '../widgets/shown-once.tsx';
import { useAction } from '../widgets/use-action.ts';

interface EndpointActionsProps {
  readonly endpoint: Webhook;
  readonly onChanged: () => void;
  readonly onTested: () => void;
}

/** Tests an endpoint, rotates its secret, enables, disables or deletes it. */
export function EndpointActions({ endpoint: { id, enabled }, onChanged, onTested }: EndpointActionsProps) {
  const [secret, setSecret] = useState<string>();
  const { webhooks } = aidOfSession();
  const test = useAction(async () => {
    await webhooks.test(id);
    onTested();
  });
  const rotate = useAction(async () => setSecret((await webhooks.rotateSecret(id)).secret));
  const enable = useAction(async () => {
    await webhooks.update(id, { enabled: !enabled });
    onChanged();
  });
  const remove = useAction(async () => {
    await webhooks.delete(id);
    goTo(href(['organization', 'endpoints']));
  });
  const failed = [test, rotate, enable, remove].find(({ error }) => error !== undefined);
  return (
    <>
      <div class="actions">
        <button type="button" class="primary" disabled={test.isRunning} onClick={test.run}>
          Send test event
        </button>
        <button type="button" disabled={enable.isRunning} onClick={enable.run}>
          {enabled ? 'Disable' : 'Enable'}
        </button>
        <Confirm
          title="Rotate secret"
          question="The old secret keeps signing for 24 more hours."
          onConfirm={rotate.run}
        />
        <Confirm
          title="Delete"
          question="Delete the endpoint? Its pending deliveries are not sent."
          onConfirm={remove.run}
        />
      </div>
      {secret !== undefined && <ShownOnce what="The new signing secret" text={secret} />}
      <ErrorText error={failed?.error} />
    </>
  );
}
