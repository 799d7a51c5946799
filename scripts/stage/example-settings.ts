const certificateArn = 'arn:aws:acm:eu-central-1:111122223333:certificate/12345678-1234-1234-1234-123456789012';

/** Examples of the settings that have no default, those of domains too. */
export const EXAMPLE_SETTINGS = {
  AID_MAIL_DOMAIN: 'agents.example.com',
  AID_API_DOMAIN: 'api.example.com',
  AID_API_CERTIFICATE: certificateArn,
  AID_SOCKET_DOMAIN: 'sockets.example.com',
  AID_SOCKET_CERTIFICATE: certificateArn,
  AID_TUNNEL_DOMAIN: 'tunnels.example.net',
  AID_TUNNEL_CERTIFICATE: certificateArn,
  AID_CONSOLE: 'true',
  AID_CONSOLE_DOMAIN: 'console.example.com',
  AID_CONSOLE_CERTIFICATE: certificateArn,
  AID_HOSTED_ZONE: 'Z0123456789ABC',
  AID_MAIL_RECORDS: 'all',
} as const;
