/** Calls back on each change of a connection, until the signal aborts. */
export function connectionChanges(
  signal: AbortSignal,
  onChange: (isConnected: boolean) => void,
): (isConnected: boolean) => void {
  let known: boolean | undefined;
  return (isConnected) => {
    if (isConnected === known || signal.aborted) return;
    known = isConnected;
    onChange(isConnected);
  };
}
