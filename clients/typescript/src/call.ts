/** A reply together with the response that it came in, the body of which has been read. */
export interface WithResponse<T> {
  readonly data: T;
  readonly response: Response;
}

/** The reply of a call, as a promise. */
export interface Call<T> extends Promise<T> {
  /** The reply together with the response: its status and headers. */
  withResponse(): Promise<WithResponse<T>>;
}

/** A call from what is under way. */
export function callOf<T>(raw: Promise<WithResponse<T>>): Call<T> {
  const data = raw.then((one) => one.data);
  return Object.assign(data, {
    withResponse() {
      // The caller handles the error of the other promise.
      data.catch(() => {});
      return raw;
    },
  });
}
