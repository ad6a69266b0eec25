import type { CDPSession } from 'playwright-core';

const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="26"><rect width="40" height="26" rx="3" fill="#bcc"/></svg>';

/**
 * Answers Drop-in's requests to Adyen (logos, analytics, the fingerprint's frame) in the browser at
 * once, so that Drop-in has neither a slow network nor failed requests.
 */
export async function answerAdyen(session: CDPSession): Promise<void> {
  session.on('Fetch.requestPaused', ({ requestId, request }) => {
    const { contentType, body } = answerTo(new URL(request.url).pathname);
    const answered = session.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: 200,
      responseHeaders: [
        { name: 'content-type', value: contentType },
        { name: 'access-control-allow-origin', value: '*' },
        { name: 'access-control-allow-headers', value: 'content-type' },
      ],
      body: Buffer.from(body).toString('base64'),
    });
    // The page may be closed before all of its requests are answered.
    answered.catch(() => {});
  });
  await session.send('Fetch.enable', { patterns: [{ urlPattern: 'https://*.adyen.com/*' }] });
}

function answerTo(path: string): { contentType: string; body: string } {
  if (/\.(svg|png)$/.test(path)) return { contentType: 'image/svg+xml', body: logo };
  if (path.endsWith('.html')) return { contentType: 'text/html', body: '' };
  return { contentType: 'application/json', body: '{"checkoutAttemptId":"bench","id":"bench"}' };
}
