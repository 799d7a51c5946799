import { EVENT_TYPES } from '../log/event-types.ts';
import { aidOfSession } from '../shell/session.ts';
import { ErrorText } from '../widgets/error-text.tsx';
import { Field } from '../widgets/field.tsx';
import { useForm } from '../widgets/use-form.ts';

/** Creates an endpoint. */
export function NewEndpoint({ onCreated }: { readonly onCreated: (secret: string) => void }) {
  const create = useForm(async (_fields, form) => {
    const data = new FormData(form);
    const types = data.getAll('event_types').map(String);
    const { secret } = await aidOfSession().webhooks.create({
      url: String(data.get('url')),
      ...(types.length > 0 && { event_types: types }),
    });
    form.reset();
    onCreated(secret);
  });
  return (
    <details class="new">
      <summary>New endpoint</summary>
      <form onSubmit={create.run}>
        <Field label="Address" name="url" type="url" required hint="Where deliveries are sent" />
        <fieldset>
          <legend>Event types (all if none is selected)</legend>
          {EVENT_TYPES.map((type) => (
            <label>
              <input type="checkbox" name="event_types" value={type} /> {type}
            </label>
          ))}
        </fieldset>
        <ErrorText error={create.error} />
        <button class="primary" disabled={create.isRunning}>
          Create endpoint
        </button>
      </form>
    </details>
  );
}
