import type { ReceiverResponse } from '../../../typescript/src/index.ts';
import { countOf } from '../widgets/count-of.ts';
import { bodyOf } from './response-text.ts';

/** What a receiver responded to an attempt: the beginning of its body as text, and its headers. */
export function ResponseView({ response }: { readonly response: ReceiverResponse }) {
  const { bytes, text } = bodyOf(response.body_base64);
  const headers = Object.entries(response.headers).map(([name, value]) => `${name}: ${value}`);
  return (
    <div class="response">
      {bytes === 0 && !response.truncated && <p class="quiet">The body is empty.</p>}
      {bytes > 0 && text === undefined && <p class="quiet">The body is not text and has {countOf(bytes, 'byte')}.</p>}
      {text !== undefined && text !== '' && (
        <pre class="text" tabindex={0} role="group" aria-label="Body of the response">
          {text}
        </pre>
      )}
      {response.truncated && <p class="quiet">The rest of the body was not kept.</p>}
      {headers.length > 0 && <p class="quiet headers">{headers.join('\n')}</p>}
    </div>
  );
}
