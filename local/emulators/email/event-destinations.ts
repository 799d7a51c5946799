import { z } from 'zod';
import type { Assembly } from '../../assembly/assembly.ts';
import { readProperties } from '../../assembly/read-properties.ts';
import type { Topics } from '../topics/topics.ts';
import type { MailRoute } from './email-api.ts';
import { sendingEvents } from './sending-events.ts';

interface EventDestination {
  readonly configurationSet: string;
  readonly topicArn: string;
  /** The names of the events to publish, in lower case. */
  readonly events: ReadonlySet<string>;
}

const destinationSchema = z.object({
  ConfigurationSetName: z.string(),
  EventDestination: z.object({
    Enabled: z.boolean().optional(),
    MatchingEventTypes: z.array(z.string()),
    SnsDestination: z.object({ TopicARN: z.string() }).optional(),
  }),
});

const SUBJECT = 'Amazon SES Email Event Notification';

/**
 * Publishes the outcomes of mail to the topics of the templates' event destinations, by the configuration set of the
 * email. An email that is routed again is published again: notifications are sent at least once.
 *
 * Source: CloudFormation template reference, AWS::SES::ConfigurationSetEventDestination.
 */
export function publishToDestinations(assembly: Assembly, topics: Topics): MailRoute {
  const destinations = eventDestinations(assembly);
  return async (mail) => {
    const own = destinations.filter(({ configurationSet }) => configurationSet === mail.configurationSet);
    if (own.length === 0) return;
    for (const event of await sendingEvents(mail)) {
      for (const { topicArn, events } of own) {
        if (events.has(event.eventType.toLowerCase())) topics.publish(topicArn, JSON.stringify(event), SUBJECT);
      }
    }
  };
}

function eventDestinations(assembly: Assembly): readonly EventDestination[] {
  return assembly.resources('AWS::SES::ConfigurationSetEventDestination').flatMap((resource) => {
    const { ConfigurationSetName, EventDestination } = readProperties(resource, destinationSchema);
    const { Enabled, MatchingEventTypes, SnsDestination } = EventDestination;
    if (Enabled === false || SnsDestination === undefined) return [];
    return [
      {
        configurationSet: ConfigurationSetName,
        topicArn: SnsDestination.TopicARN,
        events: new Set(MatchingEventTypes.map((type) => type.toLowerCase())),
      },
    ];
  });
}
