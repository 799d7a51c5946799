import type { FullMessage } from '../../../typescript/src/index.ts';
import { Code } from '../widgets/code.tsx';

/** What is unusual about a message. */
export function MessageWarnings({ warnings }: { readonly warnings: FullMessage['content_warnings'] }) {
  return (
    <span class="checks">
      {warnings.map((warning) => (
        <span class="pill warning">
          <Code code={warning} />
        </span>
      ))}
    </span>
  );
}
