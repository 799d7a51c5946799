import { labelOf } from '../widgets/code.tsx';
import { CopyButton } from '../widgets/copy-button.tsx';
import { Dialog } from '../widgets/dialog.tsx';
import { shownAddress, type TextLink } from './text-links.ts';

/** An address with its host emphasized. */
export function LinkAddress({ address }: { readonly address: string }) {
  const { before, host, after } = shownAddress(address);
  return (
    <code class="url">
      {before}
      {host !== '' && <strong>{host}</strong>}
      {after}
    </code>
  );
}

interface LinkDialogProps {
  readonly link: TextLink;
  readonly onClose: () => void;
}

/**
 * Shows where a link of an email leads, and what is doubtful about it. Only its button opens the address: in a new tab,
 * which learns neither this page nor its address. There is no link element, because browsers connect to the host of one
 * ahead of the click.
 */
export function LinkDialog({ link: { text, label = text, address, warnings }, onClose }: LinkDialogProps) {
  const { host, isPage, doubts } = shownAddress(address);
  const open = () => {
    window.open(address, '_blank', 'noopener,noreferrer');
    onClose();
  };
  return (
    <Dialog title="Where this link leads" onClose={onClose}>
      {label !== '' && (
        <p class="quiet">
          The email shows: <bdi>{label}</bdi>
        </p>
      )}
      <p>
        <LinkAddress address={address} />
      </p>
      {warnings.map((code) => (
        <p class="note">{labelOf(code)}</p>
      ))}
      {doubts.map((doubt) => (
        <p class="note">{doubt}</p>
      ))}
      {!isPage && <p class="quiet">This isn’t a web page, so you can only copy it.</p>}
      <div class="actions">
        {isPage && (
          <button type="button" onClick={open}>
            Open {host} in a new tab
          </button>
        )}
        <CopyButton text={address} what="Copy address" />
      </div>
    </Dialog>
  );
}
