import { describe, expect, it } from 'vitest';
import { isSetupNotification } from '../../shared/services/inbound-mail/received-notification.ts';

const SET_UP = 'AMAZON_SES_SETUP_NOTIFICATION';

/** What SES tells of a stored mail: its notice repeats the header of the mail. */
const announced = (messageId: string, subject: string) =>
  JSON.stringify({ notificationType: 'Received', mail: { messageId, commonHeaders: { subject } } });

describe('what SES says when a rule is set up', () => {
  it.each([
    ['to a topic', 'Successfully validated SNS topic for Amazon SES event publishing.'],
    ['in words', `Hello! ${SET_UP}`],
    ['as if it were a mail', announced(SET_UP, 'Amazon SES Setup Notification')],
  ])('%s announces no mail', (_, body) => expect(isSetupNotification(body)).toBe(true));

  it('is told from a mail whose header speaks of it', () => {
    expect(isSetupNotification(announced('o3vrnil0e2ic28', `What is ${SET_UP}?`))).toBe(false);
    expect(isSetupNotification(announced('o3vrnil0e2ic28', 'Successfully validated SNS topic'))).toBe(false);
  });
});
