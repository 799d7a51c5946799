import { describe, expect, test } from 'vitest';
import { isSetupNotification } from '#shared/services/inbound-mail/received-notification.ts';

const SET_UP = 'AMAZON_SES_SETUP_NOTIFICATION';

/** The notification of SES about a stored mail. It repeats the header of the mail. */
const announced = (messageId: string, subject: string) =>
  JSON.stringify({ notificationType: 'Received', mail: { messageId, commonHeaders: { subject } } });

describe('the setup notifications of SES', () => {
  test.each([
    ['to a topic', 'Successfully validated SNS topic for Amazon SES event publishing.'],
    ['as a text', `Hello! ${SET_UP}`],
    ['in the form of a mail', announced(SET_UP, 'Amazon SES Setup Notification')],
  ])('A setup notification %s is recognized', (_, body) => expect(isSetupNotification(body)).toBe(true));

  test('An email with a header that mentions a setup notification is not one', () => {
    expect(isSetupNotification(announced('o3vrnil0e2ic28', `What is ${SET_UP}?`))).toBe(false);
    expect(isSetupNotification(announced('o3vrnil0e2ic28', 'Successfully validated SNS topic'))).toBe(false);
  });
});
