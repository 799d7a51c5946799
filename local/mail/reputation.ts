import type { MailRoute } from '../emulators/email/email-api.ts';
import { scenarioOf } from '../emulators/email/mailbox-simulator.ts';
import type { ServiceRecorder } from '../metrics/service-recorder.ts';

/**
 * Counts bounces and complaints, as SES does for the reputation of an account. SES looks at a representative volume of
 * mail; here it is all mail since the start.
 */
export class Reputation {
  #sent = 0;
  #bounced = 0;
  #complained = 0;

  readonly route: MailRoute = async ({ recipients }) => {
    this.#sent += 1;
    const fates = recipients.map(scenarioOf);
    if (fates.some(({ bounce }) => bounce?.bounceType === 'Permanent')) this.#bounced += 1;
    if (fates.some(({ complains }) => complains !== undefined)) this.#complained += 1;
  };

  measure(recorder: ServiceRecorder): void {
    if (this.#sent === 0) return;
    recorder.reputationMeasured({
      bounceRate: this.#bounced / this.#sent,
      complaintRate: this.#complained / this.#sent,
    });
  }
}
