import { aidOfSession } from '../shell/session.ts';
import { Field } from '../widgets/field.tsx';
import { NewRecord } from '../widgets/new-record.tsx';

interface NewKeyProps {
  /** The agent that the key acts as; an org key without it. */
  readonly identityId: string | undefined;
  readonly onCreated: (key: string) => void;
}

/** Creates a key. */
export function NewKey({ identityId, onCreated }: NewKeyProps) {
  return (
    <NewRecord
      title="New key"
      submit={identityId === undefined ? 'Create org key' : 'Create agent key'}
      onSubmit={async ({ name = '' }) => {
        const { key } = await aidOfSession().apiKeys.create({ name, ...(identityId && { identity_id: identityId }) });
        onCreated(key);
      }}
    >
      <Field label="Key name" name="name" required />
    </NewRecord>
  );
}
