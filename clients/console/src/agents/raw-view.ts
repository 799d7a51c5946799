import { html } from 'htm/preact';
import type { FullMessage } from '../../../typescript/src/index.ts';
import { aidOfSession } from '../shell/session.ts';
import { ErrorText } from '../widgets/error-text.ts';
import { Loading } from '../widgets/loading.ts';
import { useLoad } from '../widgets/use-load.ts';

/** A link to the bytes of a message. They are stored at another address, from which this page may not read. */
export function RawView({ message: { id, identity_id: agentId } }: { readonly message: FullMessage }) {
  const { data, error } = useLoad((signal) => aidOfSession().identity(agentId).mail.messages.raw(id, { signal }), [id]);
  if (data === undefined) {
    return error === undefined ? html`<${Loading} what="the link" />` : html`<${ErrorText} error=${error} />`;
  }
  return html`
    <p>
      <a href=${data.download_url} target="_blank" rel="noreferrer" download=${`${id}.eml`}>Download ${id}.eml</a>, byte for
      byte as it was received or sent. The link works for 15 minutes.
    </p>
  `;
}
