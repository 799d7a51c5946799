import type { FullMessage } from '../../../typescript/src/index.ts';
import { Tabs } from '../widgets/tabs.tsx';
import { MessageFacts } from './message-facts.tsx';
import { PersonView } from './person-view.tsx';
import { RawView } from './raw-view.tsx';
import { TextView } from './text-view.tsx';
import { useInlineImages } from './use-inline-images.ts';

/** A message as a person sees it, as an agent reads it, and as it was sent; and what is known about it. */
export function MessageViews({ message }: { readonly message: FullMessage }) {
  const { text, hidden_text: hidden, extracted_text: extracted, headers, links } = message;
  const read = useInlineImages(message);
  const person = () => <PersonView message={message} read={read} foldsQuotes />;
  const agent = () => (
    <>
      <TextView label="What an agent reads" text={text} links={links} />
      {hidden !== null && (
        <>
          <h3>Hidden from people, and left out</h3>
          <TextView label="Hidden text" text={hidden} />
        </>
      )}
      {extracted !== null && extracted.trim() !== text?.trim() && (
        <>
          <h3>Without the quoted history</h3>
          <TextView label="Without the quoted history" text={extracted} links={links} />
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
    { name: 'details', title: 'Details', show: () => <MessageFacts message={message} /> },
    { name: 'headers', title: 'Headers', show: header },
    { name: 'raw', title: 'Raw', show: () => <RawView message={message} /> },
  ];
  return <Tabs label="Views of the message" tabs={tabs} />;
}
