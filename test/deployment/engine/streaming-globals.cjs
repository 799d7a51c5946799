/**
 * The global of Lambda's runtime for streamed responses, which the engine's runtime lacks. It collects the stream and
 * returns it as the response of a function that does not stream.
 */
const { PassThrough } = require('node:stream');
const { text } = require('node:stream/consumers');

const heads = new WeakMap();

globalThis.awslambda ??= {
  streamifyResponse: (handler) => async (event, context) => {
    const stream = new PassThrough();
    stream.setContentType = (type) => heads.set(stream, { headers: { 'content-type': type } });
    const body = text(stream);
    await handler(event, stream, context);
    if (!stream.writableEnded) stream.end();
    const { statusCode = 200, headers = {}, cookies } = heads.get(stream) ?? {};
    const multiValueHeaders = cookies === undefined ? {} : { multiValueHeaders: { 'set-cookie': cookies } };
    return { statusCode, headers, ...multiValueHeaders, body: await body, isBase64Encoded: false };
  },
  HttpResponseStream: {
    from: (stream, head) => {
      heads.set(stream, head);
      return stream;
    },
  },
};
