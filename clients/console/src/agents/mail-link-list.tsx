import { CopyButton } from '../widgets/copy-button.tsx';
import type { MailLink } from './mail-links.ts';

/**
 * The links of an email with the addresses that they lead to. A button opens one in a new tab, which learns neither
 * this page nor its address. There is no link element: browsers connect to the host of a link ahead of the click.
 */
export function MailLinkList({ links }: { readonly links: readonly MailLink[] }) {
  if (links.length === 0) return null;
  return (
    <details class="links">
      <summary>{links.length === 1 ? '1 link' : `${links.length} links`} in this email</summary>
      <p class="quiet">
        Links open from this list alone, so that you see where they lead. Nothing is opened before a click.
      </p>
      <ol>
        {links.map(({ number, text, address, host }) => (
          <li key={number} value={number}>
            <bdi>{text}</bdi> {host !== undefined && <OpenButton address={address} host={host} />}{' '}
            <code class="url">{address}</code> <CopyButton text={address} />
          </li>
        ))}
      </ol>
    </details>
  );
}

function OpenButton({ address, host }: { readonly address: string; readonly host: string }) {
  const open = () => window.open(address, '_blank', 'noopener,noreferrer');
  return (
    <>
      <strong>{host}</strong>{' '}
      <button type="button" aria-label={`Open ${address}`} onClick={open}>
        Open
      </button>
    </>
  );
}
