import type { MailDraft } from '../../../typescript/src/index.ts';
import { href } from '../shell/route.ts';
import { aidOfSession } from '../shell/session.ts';
import { EmptyState } from '../widgets/empty-state.tsx';
import { ListEnd } from '../widgets/list-end.tsx';
import { Snippets } from '../widgets/snippets.tsx';
import { Time } from '../widgets/time.tsx';
import { usePages } from '../widgets/use-pages.ts';
import { useReloadOnEvent } from '../widgets/use-reload-on-event.ts';
import { AttachmentMark } from './attachment-mark.tsx';
import { nameOf } from './mail-address.ts';
import { matchingPages } from './matching-pages.ts';

/** The drafts of an agent that are not sent yet, and when those that are scheduled will be. */
export function DraftList({ agentId }: { readonly agentId: string }) {
  const pages = usePages<MailDraft>(
    'drafts',
    async (signal, limit) => {
      const page = await aidOfSession().identity(agentId).mail.drafts.list({ limit }, { signal }).firstPage();
      return matchingPages(page, ({ status }) => status === 'draft' || status === 'scheduled');
    },
    [agentId],
  );
  useReloadOnEvent(pages, ({ type, identity_id: of }) => of === agentId && type.startsWith('mail.'));
  const none = (
    <EmptyState
      title="There are no drafts."
      action={<a href={href(['agents', agentId, 'compose'])}>Write a message</a>}
    >
      A draft is an email that is not sent yet: saved by the agent or here, or scheduled for a time within 30 days.
    </EmptyState>
  );
  return (
    <div class="pane">
      <ul class="rows messages" aria-label="Drafts">
        {(pages.rows ?? []).map((draft) => (
          <DraftRow key={draft.id} draft={draft} />
        ))}
      </ul>
      <ListEnd pages={pages} what="drafts" empty={none} />
      <Snippets
        call={{
          name: 'mail.drafts.list',
          verb: 'GET',
          path: `/v1/identities/${agentId}/mail/drafts`,
          identityId: agentId,
          isList: true,
        }}
      />
    </div>
  );
}

function DraftRow({ draft }: { readonly draft: MailDraft }) {
  const { id, identity_id: agentId, to, subject, status, send_at: sendAt, detail, attachments } = draft;
  return (
    <li>
      <a data-row href={href(['agents', agentId, 'compose'], { draft: id })}>
        <span class="other">
          <span class="quiet">To </span>
          <bdi>{to.map(nameOf).join(', ') || '(no one yet)'}</bdi>
        </span>
        <span class="summary">
          <strong>{subject || '(no subject)'}</strong>
        </span>
        <span class="snippet">
          {detail !== null && (
            <span class="pill failure" title={detail}>
              Not sent at its time
            </span>
          )}
          {status === 'scheduled' ? (
            <span class="pill info">
              Scheduled: <Time at={sendAt} />
            </span>
          ) : (
            <span class="quiet">{detail ?? 'Draft'}</span>
          )}
        </span>
        <span class="when">
          {attachments.length > 0 && <AttachmentMark />} <Time at={draft.updated_at} />
        </span>
      </a>
    </li>
  );
}
