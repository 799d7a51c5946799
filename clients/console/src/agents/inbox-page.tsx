import { useEffect } from 'preact/hooks';
import { href, replaceWith, route } from '../shell/route.ts';
import { session } from '../shell/session.ts';
import { Intro } from '../widgets/intro.tsx';
import { listPath } from './mail-folders.ts';
import { MailPage } from './mail-page.tsx';

/** The mail of all agents in one list. An agent has its own mail alone, so its key leads there. */
export function InboxPage() {
  const [, agentId, id] = route.value.path;
  const own = session.value?.actor.identity_id;
  useEffect(() => {
    if (own !== undefined) replaceWith(href(listPath(own)));
  }, [own]);
  if (own !== undefined) return null;
  const chosen = agentId === undefined || id === undefined ? undefined : { agentId, id };
  return (
    <>
      <h1>Inbox</h1>
      <Intro>The mail of all agents, newest first.</Intro>
      <MailPage chosen={chosen} />
    </>
  );
}
