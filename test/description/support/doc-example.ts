import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeOrganization, type Organization, sharedStack } from '#testing/fixture.ts';

const PAGE = join(import.meta.dirname, '..', '..', '..', 'docs', 'clients.md');

/** An example program from the page about clients: the first code block of this language after a heading. */
export function docExample(heading: string, language: string): string {
  const page = readFileSync(PAGE, 'utf8');
  const start = page.indexOf(`\n## ${heading}\n`);
  const [, program] = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'ms').exec(page.slice(start)) ?? [];
  if (start === -1 || program === undefined) throw new Error(`docs/clients.md has no ${language} under ${heading}`);
  return program;
}

export interface ExampleRun {
  readonly env: Readonly<Record<string, string>>;
  /** The output of a working example. */
  readonly prints: string;
}

/** The environment of an example: a new organization without events. */
export async function exampleRun(): Promise<ExampleRun> {
  const organization: Organization = await makeOrganization();
  return {
    env: { AID_URL: sharedStack().baseUrl, AID_KEY: organization.key },
    prints: `${organization.name} 0\n`,
  };
}
