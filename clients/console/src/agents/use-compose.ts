import type { FullMailDraft } from '../../../typescript/src/index.ts';
import { goTo, href, route } from '../shell/route.ts';
import { aidOfSession } from '../shell/session.ts';
import { type Action, useAction } from '../widgets/use-action.ts';
import { mailOf, problemsOf, withoutNulls } from './compose-mail.ts';
import { readFiles } from './read-files.ts';
import type { WritingState } from './use-writing.ts';

interface Written extends WritingState {
  readonly agentId: string;
  readonly inReplyTo: string | undefined;
}

/** What a person can do with a message that is being written, and what was wrong with the last attempt. */
export interface ComposeState {
  /** The draft that the message is saved as. */
  readonly draft: FullMailDraft | undefined;
  readonly problems: ReturnType<typeof problemsOf>;
  /** An error that is about no field. */
  readonly error: unknown;
  readonly isRunning: boolean;
  /** Sends the message, or schedules it if it has a time. */
  readonly send: (event: SubmitEvent) => void;
  readonly save: () => void;
  readonly discard: () => void;
}

/** Keeps the draft of a message that is being written, and sends, schedules, saves or discards it. */
export function useCompose({ agentId, inReplyTo, writing, change, forget }: Written): ComposeState {
  const { fields, files, draft } = writing;
  const { mail } = aidOfSession().identity(agentId);
  const drafts = href(['agents', agentId, 'mail'], { folder: 'drafts' });

  const written = async () => mailOf(fields, { inReplyTo, files: files && (await readFiles(files)) });
  const save = async () => {
    const present = { ...(await written()), ...(draft?.status !== 'scheduled' && { send_at: null }) };
    const saved =
      draft === undefined
        ? await mail.drafts.create(withoutNulls(present))
        : await mail.drafts.update(draft.id, present);
    // What was entered meanwhile is not saved.
    change((now) => ({ draft: saved, isSaved: now.fields === fields && now.files === files }));
  };
  const sendDraft = async ({ id }: FullMailDraft) => {
    const changed = await mail.drafts.update(id, await written());
    return changed.status === 'scheduled' ? changed : mail.drafts.send(id);
  };
  const send = async () => {
    const sent = draft === undefined ? await mail.send(withoutNulls(await written())) : await sendDraft(draft);
    forget();
    if (route.value.query.get('from') === 'tour') return goTo(href(['tour']));
    goTo(sent.status === 'scheduled' ? drafts : href(['agents', agentId, 'mail', sent.id], { folder: 'sent' }));
  };
  const discard = async () => {
    if (draft !== undefined) await mail.drafts.delete(draft.id);
    forget();
    goTo(drafts);
  };
  const action: Action<[() => Promise<void>]> = useAction((act: () => Promise<void>) => act());
  const problems = problemsOf(action.error instanceof Error ? action.error.message : '');
  const isOfFields = Object.keys(problems.fields).length > 0 && problems.rest === '';
  return {
    draft,
    problems,
    error: isOfFields ? undefined : action.error,
    isRunning: action.isRunning,
    send: (event) => {
      event.preventDefault();
      action.run(send);
    },
    save: () => action.run(save),
    discard: () => action.run(discard),
  };
}
