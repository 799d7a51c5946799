import { CopyButton } from './copy-button.tsx';
import { LANGUAGES, type Language } from './snippet-text.ts';
import { Tabs } from './tabs.tsx';

interface CodeTabsProps {
  /** The title, after the words “In code”. */
  readonly title: string;
  /** What the code is, for screen readers. */
  readonly what: string;
  readonly textOf: (language: Language) => string;
}

/** The same code in each language, collapsed until a person opens it. */
export function CodeTabs({ title, what, textOf }: CodeTabsProps) {
  const tabs = LANGUAGES.map((language) => {
    const text = textOf(language);
    const show = () => (
      <>
        <CopyButton text={text} />
        <pre tabindex={0} role="region" aria-label={`${what} in ${language}`}>
          {text}
        </pre>
      </>
    );
    return { name: language.toLowerCase(), title: language, show };
  });
  return (
    <details class="snippets">
      <summary>
        In code: <code>{title}</code>
      </summary>
      <Tabs label="Language" tabs={tabs} />
    </details>
  );
}
