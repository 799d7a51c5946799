import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { consolePage, consolePolicy } from '#shared/domain/http/console-page.ts';
import { prefersHtml } from '#shared/domain/http/prefers-html.ts';
import { LocalFile, type LocalPages, LocalRedirect, LocalRefusal } from '../gateway/local-routes.ts';
import { consoleBundle } from './console-bundle.ts';
import type { OrganizationKeys } from './organization-keys.ts';

const PAGE = join(import.meta.dirname, '..', '..', 'clients', 'console', 'index.html');

const sessionSchema = z.object({ organization: z.string() });

/** The console at `/`, and what it needs from this machine to log in. */
export function consolePages(url: string, keys: OrganizationKeys): LocalPages {
  return {
    home: ({ accept, host }) => {
      if (!prefersHtml(accept)) return undefined;
      // The event stream has one address. To a page under another name of this machine it would be another origin.
      if (host !== new URL(url).host) return new LocalRedirect(`${url}/`);
      const html = consolePage(readFileSync(PAGE, 'utf8'), 'profile', 'local');
      const policy = consolePolicy({ connectTo: ["'self'", url.replace('http', 'ws')], frames: ["'self'"] });
      return new LocalFile('text/html; charset=utf-8', html, policy);
    },
    routes: {
      '/console/app.js': async () => new LocalFile('text/javascript; charset=utf-8', (await consoleBundle()).script),
      '/console/style.css': async () => new LocalFile('text/css; charset=utf-8', (await consoleBundle()).style),
      '/_local/organizations': async () => ({ organizations: await keys.list() }),
    },
    actions: {
      '/_local/sessions': async (body) => {
        const asked = sessionSchema.safeParse(body);
        if (!asked.success) throw new LocalRefusal('organization: the slug of an organization');
        const { organization } = asked.data;
        const key = await keys.keyFor(organization);
        if (key === undefined) throw new LocalRefusal(`There is no organization ${JSON.stringify(organization)}.`);
        return { key };
      },
    },
  };
}
