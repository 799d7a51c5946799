import { CodeTabs } from '../widgets/code-tabs.tsx';
import type { Language } from '../widgets/snippet-text.ts';
import { localSnippet } from './local-snippet-text.ts';

interface LocalSnippetsProps {
  readonly path: string;
  /** The body of a `POST`; without it, the request is a `GET`. */
  readonly body?: object;
}

/** How a program uses a page of the local profile, which the SDKs do not cover. */
export function LocalSnippets({ path, body }: LocalSnippetsProps) {
  const textOf = (language: Language) => localSnippet(language, `${location.origin}${path}`, body);
  return <CodeTabs title={`${body === undefined ? 'GET' : 'POST'} ${path}`} what="The request" textOf={textOf} />;
}
