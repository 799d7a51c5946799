import { html } from 'htm/preact';
import { CodeTabs } from '../widgets/code-tabs.ts';
import type { Language } from '../widgets/snippet-text.ts';
import { localSnippet } from './local-snippet-text.ts';

interface LocalSnippetsProps {
  readonly path: string;
  /** What is sent by `POST`; without it, the page is read. */
  readonly body?: object;
}

/** How a program uses a page of this machine, which the libraries do not know. */
export function LocalSnippets({ path, body }: LocalSnippetsProps) {
  const textOf = (language: Language) => localSnippet(language, `${location.origin}${path}`, body);
  return html`<${CodeTabs} title=${`${body === undefined ? 'GET' : 'POST'} ${path}`} what="The request" textOf=${textOf} />`;
}
