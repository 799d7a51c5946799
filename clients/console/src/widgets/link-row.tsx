import { useCurrentInView } from './use-current-in-view.ts';

/** A link of a row. */
interface RowLink {
  readonly href: string;
  readonly title: string;
  /** A code that the title explains, shown on hover. */
  readonly code?: string;
  readonly isCurrent: boolean;
}

interface LinkRowProps {
  /** What the links lead to: `Folders`. */
  readonly label: string;
  readonly links: readonly RowLink[];
  readonly class?: string;
}

/** A row of links to places, such as the sections of a page. It scrolls sideways if it is wider than the page. */
export function LinkRow({ label, links, class: name }: LinkRowProps) {
  const row = useCurrentInView<HTMLElement>(links.findIndex(({ isCurrent }) => isCurrent));
  return (
    <nav ref={row} class={name} aria-label={label}>
      {links.map(({ href, title, code, isCurrent }) => (
        <a key={href} href={href} title={code} aria-current={isCurrent ? 'page' : undefined}>
          {title}
        </a>
      ))}
    </nav>
  );
}
