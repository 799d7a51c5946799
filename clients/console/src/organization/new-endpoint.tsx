import { EVENT_TYPES } from '../log/event-types.ts';
import { aidOfSession } from '../shell/session.ts';
import { Field } from '../widgets/field.tsx';
import { NewRecord } from '../widgets/new-record.tsx';

interface NewEndpointProps {
  readonly label?: string;
  /** Gets the signing secret, which is shown only once. */
  readonly onCreated: (secret: string) => void;
}

/** Creates an endpoint. */
export function NewEndpoint({ label, onCreated }: NewEndpointProps) {
  return (
    <NewRecord
      title="New endpoint"
      label={label}
      submit="Create endpoint"
      onSubmit={async ({ url = '' }, form) => {
        const types = new FormData(form).getAll('event_types').map(String);
        const { secret } = await aidOfSession().webhooks.create({
          url,
          ...(types.length > 0 && { event_types: types }),
        });
        onCreated(secret);
      }}
    >
      <Field label="Address" name="url" type="url" required hint="Where deliveries are sent" />
      <fieldset>
        <legend>Event types (all if none is selected)</legend>
        {EVENT_TYPES.map((type) => (
          <label>
            <input type="checkbox" name="event_types" value={type} /> {type}
          </label>
        ))}
      </fieldset>
    </NewRecord>
  );
}
