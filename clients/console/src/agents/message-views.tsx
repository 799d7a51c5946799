import { useMemo } from 'preact/hooks';
import type { FullMessage } from '../../../typescript/src/index.ts';
import { Tabs } from '../widgets/tabs.tsx';
import { useLoad } from '../widgets/use-load.ts';
import { NO_IMAGES, readInlineImages } from './inline-images.ts';
import { MailFrame } from './mail-frame.tsx';
import { RawView } from './raw-view.tsx';
import { unshownImages } from './unshown-images.ts';

/** A message as a person sees it, as an agent reads it, and as it was sent. */
export function MessageViews({ message }: { readonly message: FullMessage }) {
  const { text, html: markup, hidden_text: hidden, extracted_text: extracted, headers } = message;
  const { data, error } = useLoad((signal) => readInlineImages(message, signal), [message.id]);
  const images = data ?? NO_IMAGES;
  const isRead = (data ?? error) !== undefined;
  const unshown = useMemo(
    () => (markup !== null && isRead ? unshownImages(markup, images) : undefined),
    [markup, images, isRead],
  );
  const person = () =>
    markup === null ? (
      <TextView label="Text" text={text} />
    ) : (
      <>
        {unshown !== undefined && <p class="quiet">{unshown}</p>}
        <MailFrame markup={markup} images={images} title="The email as a person sees it" />
      </>
    );
  const agent = () => (
    <>
      <TextView label="What an agent reads" text={text} />
      {hidden !== null && (
        <>
          <h3>Hidden from people, and left out</h3>
          <TextView label="Hidden text" text={hidden} />
        </>
      )}
      {extracted !== null && extracted.trim() !== text?.trim() && (
        <>
          <h3>Without the quoted history</h3>
          <TextView label="Without the quoted history" text={extracted} />
        </>
      )}
    </>
  );
  const both = () => (
    <div class="columns">
      <section aria-label="A person">
        <h3>A person sees</h3>
        {person()}
      </section>
      <section aria-label="An agent">
        <h3>An agent reads</h3>
        {agent()}
      </section>
    </div>
  );
  const header = () => (
    <dl class="fields headers">
      {headers.map(({ name, value }) => (
        <div>
          <dt>{name}</dt>
          <dd>
            <code>{value}</code>
          </dd>
        </div>
      ))}
    </dl>
  );
  const tabs = [
    { name: 'person', title: 'Person', show: person },
    { name: 'agent', title: 'Agent', show: agent },
    { name: 'both', title: 'Side by side', show: both },
    { name: 'headers', title: 'Headers', show: header },
    { name: 'raw', title: 'Raw', show: () => <RawView message={message} /> },
  ];
  return <Tabs label="Views of the message" tabs={tabs} />;
}

function TextView({ label, text }: { readonly label: string; readonly text: string | null }) {
  if (text === null || text === '') return <p class="quiet">No text.</p>;
  return (
    <pre class="text" tabindex={0} role="region" aria-label={label}>
      {text}
    </pre>
  );
}
