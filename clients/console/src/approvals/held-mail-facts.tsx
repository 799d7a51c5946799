import type { MailAddress, MailPreview } from '../../../typescript/src/index.ts';
import { fullAddress } from '../agents/mail-address.ts';
import { FactList } from '../widgets/fact-list.tsx';

/** The header of a held email. */
export function HeldMailFacts({ mail }: { readonly mail: MailPreview }) {
  return (
    <FactList
      facts={{
        From: addressesOf(mail.from),
        To: addressesOf(mail.to),
        Cc: addressesOf(mail.cc),
        Bcc: addressesOf(mail.bcc),
        'Reply-To': addressesOf(mail.reply_to),
        Subject: <bdi>{mail.subject || '(no subject)'}</bdi>,
      }}
    />
  );
}

/** Each on a line of its own, so that no name can look like a further address. */
function addressesOf(addresses: readonly MailAddress[]) {
  if (addresses.length === 0) return null;
  return addresses.map((one) => (
    <div>
      <bdi>{fullAddress(one)}</bdi>
    </div>
  ));
}
