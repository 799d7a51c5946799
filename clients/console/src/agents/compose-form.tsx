import type { FullMailDraft, FullMessage } from '../../../typescript/src/index.ts';
import { Field } from '../widgets/field.tsx';
import { Snippets } from '../widgets/snippets.tsx';
import { ComposeActions } from './compose-actions.tsx';
import { ComposeBody } from './compose-body.tsx';
import { ComposeFiles } from './compose-files.tsx';
import { type ComposeFields, EMPTY_FIELDS, mailOf, withoutNulls } from './compose-mail.ts';
import { fullAddress } from './mail-address.ts';
import { MoreFields } from './more-fields.tsx';
import { ReadText } from './read-text.tsx';
import { useCompose } from './use-compose.ts';
import { useWriting } from './use-writing.ts';

interface ComposeFormProps {
  readonly agentId: string;
  /** The draft that was opened. */
  readonly begun: FullMailDraft | undefined;
  /** The message that is replied to. */
  readonly answered: FullMessage | undefined;
}

/** The form of a message: its fields, and what can be done with it. */
export function ComposeForm({ agentId, begun, answered }: ComposeFormProps) {
  const state = useWriting(begun);
  const { fields, files, draft } = state.writing;
  const compose = useCompose({ agentId, inReplyTo: answered?.id, ...state });
  const { problems } = compose;
  const set = (changes: Partial<ComposeFields>) => state.change((now) => ({ fields: { ...now.fields, ...changes } }));
  const keep = (event: Event) => {
    const { name, value, checked, type } = event.target as HTMLInputElement;
    if (Object.hasOwn(EMPTY_FIELDS, name)) set({ [name]: type === 'checkbox' ? checked : value });
  };
  const field = (name: 'to' | 'cc' | 'bcc' | 'subject') => ({
    name,
    value: fields[name],
    error: problems.fields[name],
  });
  const copies = [fields.cc, fields.bcc, problems.fields.cc, problems.fields.bcc];
  return (
    <>
      <form class="compose" aria-label="Compose" onInput={keep} onSubmit={compose.send}>
        {answered ? (
          <>
            <h2>Reply: {answered.subject}</h2>
            <p>To {answered.from.map(fullAddress).join(', ')}</p>
            <label>
              <input type="checkbox" name="isReplyToAll" checked={fields.isReplyToAll} /> Reply to all
            </label>
          </>
        ) : (
          <>
            <h2>{draft === undefined ? 'New message' : 'Draft'}</h2>
            <Field label="To" {...field('to')} required hint="One or more addresses, separated by commas" />
          </>
        )}
        <MoreFields title="Cc and Bcc" isNeeded={copies.some(Boolean)}>
          <Field label="Cc" {...field('cc')} />
          <Field label="Bcc" {...field('bcc')} hint="The other recipients do not see these" />
        </MoreFields>
        {!answered && <Field label="Subject" {...field('subject')} required />}
        <ComposeBody fields={fields} problems={problems.fields} onFormat={(format) => set({ format })} />
        <ComposeFiles
          files={files}
          kept={draft?.attachments ?? []}
          error={problems.fields.attachments}
          onChange={(chosen) => state.change(() => ({ files: chosen }))}
        />
        <ComposeActions compose={compose} fields={fields} onSendAt={(sendAt) => set({ sendAt })} />
      </form>
      {answered?.text && (
        <>
          <h3>In reply to</h3>
          <ReadText
            label="In reply to"
            text={answered.text}
            extracted={answered.extracted_text}
            links={answered.links}
          />
        </>
      )}
      <Snippets
        call={{
          name: 'mail.send',
          verb: 'POST',
          path: `/v1/identities/${agentId}/mail/send`,
          params: withoutNulls(mailOf(fields, { inReplyTo: answered?.id, files: undefined })),
          identityId: agentId,
        }}
      />
    </>
  );
}
