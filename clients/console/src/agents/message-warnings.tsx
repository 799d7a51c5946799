import type { FullMessage } from '../../../typescript/src/index.ts';
import { Code } from '../widgets/code.tsx';
import { isDoubtful } from './message-signs.ts';

/** What is unusual about a message. What is doubtful has the color of doubt. */
export function MessageWarnings({ warnings }: { readonly warnings: FullMessage['content_warnings'] }) {
  return (
    <span class="checks">
      {warnings.map((warning) => (
        <span class={isDoubtful(warning) ? 'pill warning' : 'pill'}>
          <Code code={warning} />
        </span>
      ))}
    </span>
  );
}
