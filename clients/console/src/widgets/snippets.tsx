import { apiUrl } from '../shell/session.ts';
import { CodeTabs } from './code-tabs.tsx';
import { type Language, type ShownCall, snippetOf } from './snippet-text.ts';

/** How a program makes the call that a part of the page shows. */
export function Snippets({ call }: { readonly call: ShownCall }) {
  const textOf = (language: Language) => snippetOf(call, language, apiUrl);
  return <CodeTabs title={`${call.verb} ${call.path}`} what="The call" textOf={textOf} />;
}
