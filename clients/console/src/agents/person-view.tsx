import { useMemo } from 'preact/hooks';
import type { FullMessage } from '../../../typescript/src/index.ts';
import { MailFrame } from './mail-frame.tsx';
import { TextView } from './text-view.tsx';
import { unshownImages } from './unshown-images.ts';
import type { ReadImages } from './use-inline-images.ts';

interface PersonViewProps {
  readonly message: Pick<FullMessage, 'html' | 'text'>;
  /** The images that came with it. */
  readonly read: ReadImages;
}

/** An email as a person sees it: its HTML, which can do nothing, or its text. */
export function PersonView({ message: { html: markup, text }, read: { images, isRead } }: PersonViewProps) {
  const unshown = useMemo(
    () => (markup !== null && isRead ? unshownImages(markup, images) : undefined),
    [markup, images, isRead],
  );
  if (markup === null) return <TextView label="Text" text={text} />;
  return (
    <>
      {unshown !== undefined && <p class="quiet">{unshown}</p>}
      <MailFrame markup={markup} images={images} title="The email as a person sees it" />
    </>
  );
}
