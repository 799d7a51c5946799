import { useState } from 'preact/hooks';
import type { DraftAttachment } from '../../../typescript/src/index.ts';
import { megabytes } from './read-files.ts';

interface ComposeFilesProps {
  /** The files that were chosen; `undefined` if the person has changed nothing. */
  readonly files: readonly File[] | undefined;
  /** The files of the draft, which stay unless others are chosen or all of them are removed. */
  readonly kept: readonly DraftAttachment[];
  readonly error: string | undefined;
  readonly onChange: (files: readonly File[] | undefined) => void;
}

let count = 0;

/** The files of a message. */
export function ComposeFiles({ files, kept, error, onChange }: ComposeFilesProps) {
  const [id] = useState(() => `files-${++count}`);
  // An empty list would remove the files of the draft.
  const keep = (chosen: readonly File[]) => onChange(chosen.length === 0 ? undefined : chosen);
  const choose = (event: Event) => {
    const input = event.target as HTMLInputElement;
    keep([...(files ?? []), ...(input.files ?? [])]);
    // The same file can be chosen again after it was removed.
    input.value = '';
  };
  const isKept = files === undefined && kept.length > 0;
  const isRemoved = files?.length === 0 && kept.length > 0;
  return (
    <div class="field">
      <label for={id}>Files</label>
      <input id={id} type="file" multiple onChange={choose} aria-describedby={`${id}-hint`} />
      <small id={`${id}-hint`}>
        {error === undefined ? 'At most 3.5 MB together' : <span class="error">{error}</span>}
        {isKept && '. Files that you choose replace those of the draft'}
      </small>
      {(isKept || (files ?? []).length > 0) && (
        <ul class="attachments" aria-label="Files of the message">
          {isKept &&
            kept.map(({ filename, size }) => (
              <li>
                {filename} <span class="quiet">{megabytes(size)}</span>
              </li>
            ))}
          {(files ?? []).map((file) => (
            <li>
              {file.name} <span class="quiet">{megabytes(file.size)}</span>
              <button type="button" class="plain" onClick={() => keep((files ?? []).filter((one) => one !== file))}>
                Remove {file.name}
              </button>
            </li>
          ))}
        </ul>
      )}
      {(isKept || isRemoved) && (
        <button type="button" class="plain" onClick={() => onChange(isKept ? [] : undefined)}>
          {isKept ? 'Remove saved files' : 'Keep saved files'}
        </button>
      )}
    </div>
  );
}
