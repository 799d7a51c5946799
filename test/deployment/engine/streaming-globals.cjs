/**
 * The global of Lambda's runtime for streamed responses, which the engine's runtime lacks. It collects the stream and
 * returns it as the response of a function that does not stream.
 */
const { PassThrough } = require('node:stream');
const { buffer } = require('node:stream/consumers');

const heads = new WeakMap();

globalThis.awslambda ??= {
  streamifyResponse: (handler) => async (event, context) => {
    const stream = new PassThrough();
    stream.setContentType = (type) => heads.set(stream, { headers: { 'content-type': type } });
    const bytes = buffer(stream);
    await handler(event, stream, context);
    if (!stream.writableEnded) stream.end();
    const { statusCode = 200, headers = {}, cookies } = heads.get(stream) ?? {};
    const multiValueHeaders = cookies === undefined ? {} : { multiValueHeaders: { 'set-cookie': cookies } };
    // The engine decodes it, see streamed_responses.py: a compressed body is no text.
    const streamedBody = (await bytes).toString('base64');
    return { statusCode, headers, ...multiValueHeaders, streamedBody };
  },
  HttpResponseStream: {
    from: (stream, head) => {
      heads.set(stream, head);
      return stream;
    },
  },
};
