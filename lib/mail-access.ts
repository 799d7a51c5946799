import type { Access } from './access.ts';
import { mutatingRoutes } from './route-access.ts';

/** The access of the routes of mail, drafts, threads and searches. */
export const MAIL_ACCESS: Access = {
  ...mutatingRoutes(
    [
      'mail',
      'mailDraft',
      'mailThread',
      'mailReference',
      'searchIndex',
      'organization',
      'usage',
      'suppression',
      'contactRuleTarget',
      'domain',
      // Whether a message waits for a person.
      'approval',
      'approvalSettings',
      'correspondent',
      'mailboxAddress',
      'domainName',
      'mention',
      'contact',
      'contactAddress',
      'email',
      // A search finds tasks and events too.
      'task',
      'taskList',
      'event',
    ],
    // What an attachment mentions is recorded when its text is read.
    [
      'mail',
      'mailDraft',
      'mailThread',
      'mailReference',
      'searchIndex',
      'unsubscribeLink',
      'usage',
      'outbox',
      'approval',
      'event',
      'mention',
    ],
  ),
  // It serves searches, and brings indexes up to date when the sweep invokes it.
  readContent: ['draft', 'reply', 'search', 'task'],
  writeContent: ['draft', 'event', 'reply', 'search'],
  readFiles: ['raw', 'content', 'attachments', 'downloads'],
  writeFiles: ['content', 'attachments', 'downloads'],
};
