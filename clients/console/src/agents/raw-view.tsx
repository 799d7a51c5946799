import type { FullMessage } from '../../../typescript/src/index.ts';
import { bytesLocally } from '../shell/local-login.ts';
import { aidOfSession, isLocal } from '../shell/session.ts';
import { CopyButton } from '../widgets/copy-button.tsx';
import { ErrorText } from '../widgets/error-text.tsx';
import { Loading } from '../widgets/loading.tsx';
import { useLoad } from '../widgets/use-load.ts';

/** How many bytes of an email the page displays at most. The rest is in the download. */
const MAX_SHOWN_BYTES = 1024 * 1024;

/**
 * The raw bytes of a message: a download link and, with the local profile, the text. A stage stores them on another
 * origin, which this page may not read.
 */
export function RawView({ message: { id, identity_id: agentId } }: { readonly message: FullMessage }) {
  const { data, error } = useLoad((signal) => aidOfSession().identity(agentId).mail.messages.raw(id, { signal }), [id]);
  if (data === undefined) {
    return error === undefined ? <Loading what="the link" /> : <ErrorText error={error} />;
  }
  return (
    <>
      <p>
        <a href={data.download_url} target="_blank" rel="noreferrer" download={`${id}.eml`}>
          Download {id}.eml
        </a>
        , byte for byte as received or sent. The link expires in 15 minutes.
      </p>
      {isLocal && <RawText link={data.download_url} />}
    </>
  );
}

function RawText({ link }: { readonly link: string }) {
  const { data, error } = useLoad(() => bytesLocally('/_local/file', { download_url: link }), [link]);
  if (data === undefined) {
    return error === undefined ? <Loading what="the email" /> : <ErrorText error={error} />;
  }
  const text = new TextDecoder().decode(data.slice(0, MAX_SHOWN_BYTES));
  return (
    <>
      {data.byteLength > MAX_SHOWN_BYTES && (
        <p class="quiet">
          The first {MAX_SHOWN_BYTES} of {data.byteLength} bytes:
        </p>
      )}
      <CopyButton text={text} />
      <pre class="text" tabindex={0} role="region" aria-label="Raw email">
        {text}
      </pre>
    </>
  );
}
