import { useState } from 'preact/hooks';
import type { MailLink as WarnedLink } from '../../../typescript/src/index.ts';
import { Code } from '../widgets/code.tsx';
import { CopyButton } from '../widgets/copy-button.tsx';
import { countOf } from '../widgets/count-of.ts';
import { LinkAddress, LinkDialog } from './link-dialog.tsx';
import type { MailLink } from './mail-links.ts';
import { type TextLink, warningsOf } from './text-links.ts';

interface MailLinkListProps {
  readonly links: readonly MailLink[];
  /** The links of the message, with what is suspicious about them. */
  readonly warned?: readonly WarnedLink[] | undefined;
}

/**
 * The links of an email with the addresses that they lead to. A button shows the address alone, with its warnings, and
 * opens it after another click. There is no link element: browsers connect to the host of a link ahead of the click.
 */
export function MailLinkList({ links, warned = [] }: MailLinkListProps) {
  const [chosen, setChosen] = useState<TextLink>();
  if (links.length === 0) return null;
  return (
    <details class="links">
      <summary>{countOf(links.length, 'link')} in this email</summary>
      <p class="quiet">
        Links open only from this list, so you can see where they lead. Nothing opens until you confirm.
      </p>
      <ol>
        {links.map(({ number, text, address, host }) => {
          const warnings = warningsOf(address, warned);
          return (
            <li key={number} value={number}>
              <bdi>{text}</bdi>{' '}
              {host !== undefined && (
                <button
                  type="button"
                  aria-label={`Open ${address}`}
                  onClick={() => setChosen({ text, address, warnings })}
                >
                  Open…
                </button>
              )}{' '}
              <LinkAddress address={address} />{' '}
              {warnings.map((code) => (
                <span class="pill warning">
                  <Code code={code} />
                </span>
              ))}{' '}
              <CopyButton text={address} />
            </li>
          );
        })}
      </ol>
      {chosen !== undefined && <LinkDialog link={chosen} onClose={() => setChosen(undefined)} />}
    </details>
  );
}
