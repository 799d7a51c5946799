import { fieldsOf } from './form-fields.ts';
import { type Action, useAction } from './use-action.ts';

/** What a form does instead of leaving the page. It gets the values of the fields. */
type Submit = (fields: ReturnType<typeof fieldsOf>, form: HTMLFormElement) => Promise<unknown>;

/** A form that a person submits: whether it is being submitted, and why it failed. */
export function useForm(submit: Submit): Action<[SubmitEvent]> {
  return useAction(async (event: SubmitEvent) => {
    event.preventDefault();
    return submit(fieldsOf(event), event.target as HTMLFormElement);
  });
}
