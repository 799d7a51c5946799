/** Calls back for each change of a connection, until the signal ends it. */
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
