import { useMemo } from 'preact/hooks';
import type { FullMessage } from '../../../typescript/src/index.ts';
import { MailFrame } from './mail-frame.tsx';
import { ReadText } from './read-text.tsx';
import { TextView } from './text-view.tsx';
import { unshownImages } from './unshown-images.ts';
import type { ReadImages } from './use-inline-images.ts';

/** The parts of a message that a person sees. */
type Seen = Pick<FullMessage, 'html' | 'text' | 'links'> & Partial<Pick<FullMessage, 'extracted_text' | 'is_forward'>>;

interface PersonViewProps {
  readonly message: Seen;
  /** The images that came with it. */
  readonly read: ReadImages;
  /** Whether what the author wrote comes first, and what is quoted is folded. */
  readonly foldsQuotes?: boolean;
}

/** An email as a person sees it: its HTML, which can do nothing, or its text. */
export function PersonView({ message, read: { images, isRead }, foldsQuotes = false }: PersonViewProps) {
  const { html: markup, text, links, extracted_text: extracted, is_forward: isForward } = message;
  const unshown = useMemo(
    () => (markup !== null && isRead ? unshownImages(markup, images) : undefined),
    [markup, images, isRead],
  );
  if (markup === null) {
    if (!foldsQuotes) return <TextView label="Text" text={text} links={links} />;
    return <ReadText label="Text" text={text} extracted={extracted} links={links} />;
  }
  return (
    <>
      {unshown !== undefined && <p class="quiet">{unshown}</p>}
      <MailFrame
        markup={markup}
        images={images}
        title="The email as a person sees it"
        warned={links}
        foldsQuotes={foldsQuotes && isForward !== true}
      />
    </>
  );
}
