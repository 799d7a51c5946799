import { html } from 'htm/preact';
import { useMemo } from 'preact/hooks';
import type { FullMessage } from '../../../typescript/src/index.ts';
import { Tabs } from '../widgets/tabs.ts';
import { useLoad } from '../widgets/use-load.ts';
import { NO_IMAGES, readInlineImages } from './inline-images.ts';
import { MailFrame } from './mail-frame.ts';
import { RawView } from './raw-view.ts';
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
    markup === null
      ? html`<${TextView} label="Text" text=${text} />`
      : html`
          ${unshown !== undefined && html`<p class="quiet">${unshown}</p>`}
          <${MailFrame} markup=${markup} images=${images} title="The email as a person sees it" />
        `;
  const agent = () => html`
    <${TextView} label="What an agent reads" text=${text} />
    ${hidden !== null && html`<h3>Hidden from people, and left out</h3><${TextView} label="Hidden text" text=${hidden} />`}
    ${extracted !== null && extracted.trim() !== text?.trim() && html`<h3>Without the quoted history</h3><${TextView} label="Without the quoted history" text=${extracted} />`}
  `;
  const both = () => html`
    <div class="columns">
      <section aria-label="A person"><h3>A person sees</h3>${person()}</section>
      <section aria-label="An agent"><h3>An agent reads</h3>${agent()}</section>
    </div>
  `;
  const header = () => html`
    <dl class="fields headers">
      ${headers.map(({ name, value }) => html`<div><dt>${name}</dt><dd><code>${value}</code></dd></div>`)}
    </dl>
  `;
  const tabs = [
    { name: 'person', title: 'Person', show: person },
    { name: 'agent', title: 'Agent', show: agent },
    { name: 'both', title: 'Side by side', show: both },
    { name: 'headers', title: 'Headers', show: header },
    { name: 'raw', title: 'Raw', show: () => html`<${RawView} message=${message} />` },
  ];
  return html`<${Tabs} label="Views of the message" tabs=${tabs} />`;
}

function TextView({ label, text }: { readonly label: string; readonly text: string | null }) {
  if (text === null || text === '') return html`<p class="quiet">No text.</p>`;
  return html`<pre class="text" tabindex="0" role="region" aria-label=${label}>${text}</pre>`;
}
