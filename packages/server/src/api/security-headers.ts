import { type IncomingMessage, ServerResponse } from 'node:http';
import { videoFrameSources } from '@kassa/contract';

/** The origins of the widget and of the video players in its frames. */
const withVideos = `(self ${videoFrameSources.map((source) => `"${new URL(source).origin}"`).join(' ')})`;

/**
 * The browser features of a page and its frames. The widget's own are those that the embed's iframe
 * asks for (cashier-frame.ts).
 */
const features: Record<string, string> = {
  'clipboard-write': '(self)',
  payment: '(self)',
  autoplay: withVideos,
  fullscreen: withVideos,
  ...Object.fromEntries(
    [
      'accelerometer',
      'camera',
      'display-capture',
      'geolocation',
      'gyroscope',
      'hid',
      'idle-detection',
      'magnetometer',
      'microphone',
      'midi',
      'screen-wake-lock',
      'serial',
      'usb',
      'xr-spatial-tracking',
    ].map((name) => [name, '()']),
  ),
};

const yearSeconds = 365 * 24 * 3600;

/**
 * Returns the headers of every response, by their names. Strict-Transport-Security is among them
 * only if players reach the server by https.
 */
export function listSecurityHeaders(publicUrl: string): Readonly<Record<string, string>> {
  return {
    'x-content-type-options': 'nosniff',
    'permissions-policy': Object.entries(features)
      .map(([name, origins]) => `${name}=${origins}`)
      .join(', '),
    ...(publicUrl.startsWith('https:') && {
      'strict-transport-security': `max-age=${yearSeconds}`,
    }),
  };
}

/**
 * Builds a response class for Node's HTTP server whose responses have these headers, whoever
 * answers: a route, the framework itself, or Socket.IO.
 */
export function buildResponseClass(headers: Readonly<Record<string, string>>) {
  return class<Request extends IncomingMessage> extends ServerResponse<Request> {
    constructor(request: Request) {
      super(request);
      for (const [name, value] of Object.entries(headers)) this.setHeader(name, value);
    }
  };
}
