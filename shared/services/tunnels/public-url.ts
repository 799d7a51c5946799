/** The public address of a tunnel. The slash at its end makes relative links of pages resolve below it. */
export function publicUrlOf(tunnelUrl: string, address: string): string {
  return `${tunnelUrl}/t/${address}/`;
}
