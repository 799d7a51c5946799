import type { z } from 'zod';
import { STAGE_VARIABLES } from '#lib/stage-variables.ts';
import { LOCAL_VARIABLES } from '#local/settings.ts';
import { markdownTable } from './markdown-table.ts';

const table = (rows: readonly (readonly string[])[]) => markdownTable(['Variable', 'Default', 'Meaning'], rows);

/** The settings of a stage, for docs/settings.md: each variable, its default and what it means. */
export function stageSettings(): string {
  return table(
    Object.entries(STAGE_VARIABLES).map(([name, schema]) => {
      const { description, shown } = (schema as z.ZodType).meta() ?? {};
      if (description === undefined) throw new Error(`lib/stage-variables.ts says nothing about ${name}`);
      return [`\`${name}\``, typeof shown === 'string' ? shown : defaultOf(schema), description];
    }),
  );
}

/** The settings of the local profile itself, for the same page. */
export function localSettings(): string {
  return table(
    Object.entries(LOCAL_VARIABLES).map(([name, variable]) => {
      const { fallback, shown, meaning }: { fallback?: number | string; shown?: string; meaning: string } = variable;
      return [`\`${name}\``, shown ?? (fallback === undefined ? '–' : `\`${fallback}\``), meaning];
    }),
  );
}

/** The value of an absent variable, or "none". */
function defaultOf(schema: z.ZodType): string {
  const { success, data } = schema.safeParse(undefined);
  return success && data !== undefined ? `\`${data}\`` : 'none';
}
