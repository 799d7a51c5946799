/** The status of a response, in the color of success or failure. */
export function StatusCode({ status }: { readonly status: number | string }) {
  return <span class={Number(status) >= 400 ? 'pill failure' : 'pill good'}>{status}</span>;
}
