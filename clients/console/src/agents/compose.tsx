import type { FullMailDraft, FullMessage } from '../../../typescript/src/index.ts';
import { presentEntry } from '../shell/history-entries.ts';
import { aidOfSession } from '../shell/session.ts';
import { ErrorText } from '../widgets/error-text.tsx';
import { Loading } from '../widgets/loading.tsx';
import { useLoad } from '../widgets/use-load.ts';
import { ComposeForm } from './compose-form.tsx';

interface ComposeProps {
  readonly agentId: string;
  /** The message to reply to. */
  readonly inReplyTo: string | undefined;
  /** The draft to continue with. */
  readonly draftId: string | undefined;
}

interface Begun {
  readonly draft: FullMailDraft | undefined;
  readonly answered: FullMessage | undefined;
}

/** Writes a message or a reply as the agent, or continues with a draft. */
export function Compose({ agentId, inReplyTo, draftId }: ComposeProps) {
  const { data, error } = useLoad<Begun>(
    async (signal) => {
      const { drafts, messages } = aidOfSession().identity(agentId).mail;
      const draft = draftId === undefined ? undefined : await drafts.get(draftId, { signal });
      const id = inReplyTo ?? draft?.in_reply_to_message_id ?? undefined;
      return { draft, answered: id === undefined ? undefined : await messages.get(id, { signal }) };
    },
    [agentId, inReplyTo, draftId],
  );
  if (data === undefined) {
    const what = inReplyTo === undefined && draftId !== undefined ? 'the draft' : 'the message';
    return error === undefined ? <Loading what={what} /> : <ErrorText error={error} />;
  }
  return <ComposeForm key={presentEntry()} agentId={agentId} begun={data.draft} answered={data.answered} />;
}
