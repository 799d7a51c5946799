import { Field } from '../src/widgets/field.tsx';
import { PagedTable } from '../src/widgets/paged-table.tsx';
import { Pill } from '../src/widgets/pill.tsx';

/**
 * Mistakes in templates, which the compiler has to refuse: `npm run check` fails for each that it accepts. Nothing
 * imports this file.
 */
export const MISTAKES = [
  // @ts-expect-error: a property that the component does not have
  <Pill key="1" status="sent" stat={5} />,
  // @ts-expect-error: no value for a property that it needs
  <Pill key="2" />,
  // @ts-expect-error: a value of another type
  <Pill key="3" status={5} />,
  // @ts-expect-error: an attribute that forms do not use
  <Field key="4" label="Name" name="name" requierd />,
  // @ts-expect-error: a component that does not exist
  <Pil key="5" status="sent" />,
  // @ts-expect-error: an attribute that the element does not have
  <button key="6" typ="button" />,
  // @ts-expect-error: rows that are not those of a list
  <PagedTable key="7" pages={[]} label="Keys" columns={[]} row={() => null} empty="" />,
];
