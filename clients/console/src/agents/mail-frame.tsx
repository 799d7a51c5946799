import { useMemo } from 'preact/hooks';
import type { MailLink } from '../../../typescript/src/index.ts';
import type { InlineImages } from './inline-images.ts';
import { MailLinkList } from './mail-link-list.tsx';
import { quietMarkup } from './quiet-markup.ts';
import { trusted } from './trusted-markup.ts';

/** What an email may load: its own styles and images. No scripts, no requests, no forms. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'";

/** Links without an address look like links, unless the email has styles for them. */
const STYLE =
  ':where(a[title]) { color: #0b57d0; text-decoration: underline; cursor: help }' +
  ':where(summary) { color: #575e6b; cursor: pointer }';

interface MailFrameProps {
  readonly markup: string;
  /** The images that came with the email. */
  readonly images: InlineImages;
  readonly title: string;
  /** The links of the message, with what is suspicious about them. */
  readonly warned?: readonly MailLink[] | undefined;
  /** Whether quoted messages are folded. Never where a person approves what is sent. */
  readonly foldsQuotes?: boolean;
}

/**
 * Shows the HTML of an email in a frame that has no scripts, network, forms or links, and no access to the page; and a
 * list of its links.
 */
export function MailFrame({ markup, images, title, warned, foldsQuotes = false }: MailFrameProps) {
  // A new document would scroll back to the top of the email.
  const { source, links } = useMemo(() => {
    const quiet = quietMarkup(markup, images, foldsQuotes);
    return { source: documentOf(quiet.markup), links: quiet.links };
  }, [markup, images, foldsQuotes]);
  return (
    <>
      <MailLinkList links={links} warned={warned} />
      <iframe class="mail" title={title} sandbox="" referrerpolicy="no-referrer" srcdoc={source} />
    </>
  );
}

function documentOf(quiet: string): string {
  const head = `<meta http-equiv="Content-Security-Policy" content="${POLICY}"><meta charset="utf-8"><style>${STYLE}</style>`;
  return trusted(`<!doctype html>${head}${quiet}`);
}
