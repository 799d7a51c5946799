/** A reply together with its response. The body of the response has been read. */
export interface WithResponse<T> {
  readonly data: T;
  readonly response: Response;
}

/** A call: a promise of its reply. */
export interface Call<T> extends Promise<T> {
  /** The reply together with the response: its status and headers. */
  withResponse(): Promise<WithResponse<T>>;
}

/** Starts a call. What `start` throws, such as a mistake of the program, rejects the call too. */
export function callOf<T>(start: () => Promise<WithResponse<T>>): Call<T> {
  const raw = (async () => start())();
  const data = raw.then((one) => one.data);
  return Object.assign(data, {
    withResponse() {
      // The caller handles this error through the other promise.
      data.catch(() => {});
      return raw;
    },
  });
}
