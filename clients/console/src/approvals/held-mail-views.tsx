import type { FullMessage, MailPreview } from '../../../typescript/src/index.ts';
import { PersonView } from '../agents/person-view.tsx';
import { TextView } from '../agents/text-view.tsx';
import { useInlineImages } from '../agents/use-inline-images.ts';
import { Tabs } from '../widgets/tabs.tsx';
import { saysTheSame } from './says-the-same.ts';

interface HeldMailViewsProps {
  readonly mail: MailPreview;
  readonly message: FullMessage;
}

/** What recipients of a held email would see: its HTML or its text, as their program chooses. */
export function HeldMailViews({ mail, message }: HeldMailViewsProps) {
  const read = useInlineImages(message);
  const { text, html_text: words } = mail;
  if (message.html === null) return <TextView label="Text" text={text} />;
  const tabs = [
    { name: 'html', title: 'HTML', show: () => <PersonView message={message} read={read} /> },
    { name: 'text', title: 'Plain text', show: () => <TextView label="Plain text" text={text} /> },
    {
      name: 'words',
      title: 'Words of the HTML',
      show: () => <TextView label="Words of the HTML" text={words ?? text} />,
    },
  ];
  return (
    <>
      {words && text && !saysTheSame(words, text) && (
        <p class="note">The HTML and the plain text differ. A recipient sees one of them: read both.</p>
      )}
      <Tabs label="Views of the email" tabs={tabs} />
    </>
  );
}
