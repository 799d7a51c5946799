/** The ARN of an SNS topic. Source: Service Authorization Reference, Amazon SNS; CreateTopic (names). */
export const TOPIC_ARN = /^arn:(aws(?:-[a-z]+)*):sns:([a-z]{2}(?:-[a-z]{1,16}){1,3}-\d{1,2}):\d{12}:[\w-]{1,256}$/;

/**
 * The host that signs messages of a topic and confirms its subscriptions: the one of the topic's region.
 *
 * Source: SNS developer guide, Verifying the signatures of Amazon SNS messages; SNS endpoints.
 */
export function topicHost(topicArn: string): string | undefined {
  const [, partition, region] = TOPIC_ARN.exec(topicArn) ?? [];
  if (partition === undefined || region === undefined) return undefined;
  return `sns.${region}.amazonaws.com${partition === 'aws-cn' ? '.cn' : ''}`;
}

/** Whether a message is the one that SES publishes to check a topic when a rule or destination is set up. */
export function isTopicValidation(text: string): boolean {
  return text.startsWith('Successfully validated SNS topic');
}
