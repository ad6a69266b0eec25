import { Agent, type IncomingMessage, request as startRequest } from 'node:http';

/** A request as it is sent; it may be malformed. */
export interface RawRequest {
  method: string;
  /** The path with its query, as in the first line of the request. */
  path: string;
  /** A header may occur more than once. */
  headers: [name: string, value: string][];
  body: Buffer | null;
}

export interface RawAnswer {
  status: number;
  headers: IncomingMessage['headers'];
  body: string;
}

/** A request that takes longer than this hangs, in milliseconds. */
export const hangMs = 60_000;

const agent = new Agent({ keepAlive: true, maxSockets: 32 });

/**
 * Sends a request that `fetch` would correct or refuse. Returns null if the server closed the
 * connection without a response, as it may for an unreadable request.
 * @throws if there is no response within `hangMs`.
 */
export function sendRaw(origin: string, raw: RawRequest): Promise<RawAnswer | null> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const { method, path, body } = raw;
    const headers = [['host', `${hostname}:${port}`], ...raw.headers].flat();
    if (body !== null) headers.push('content-length', String(body.length));
    const request = startRequest({ hostname, port, method, path, headers, agent });
    const timer = setTimeout(() => {
      request.destroy();
      reject(new Error(`no response within ${hangMs} ms`));
    }, hangMs);
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('close', () => {
        clearTimeout(timer);
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks).toString(),
        });
      });
    });
    request.on('error', (error: NodeJS.ErrnoException) => {
      clearTimeout(timer);
      // The server responds to an unreadable HEAD with a body, since it couldn't read the method.
      const isUnread = method === 'HEAD' && error.code?.startsWith('HPE_');
      if (isUnread || error.code === 'ECONNRESET' || error.code === 'EPIPE') resolve(null);
      else reject(error);
    });
    request.end(body ?? undefined);
  });
}

/** Escapes the characters that Node would not send in the first line of a request. */
export function writePath(text: string): string {
  return text.replaceAll(/[^\x21-\xff]/gu, (sign) => encodeURIComponent(sign.toWellFormed()));
}

/** Replaces the characters that Node would not send in a header value. */
export function writeHeader(text: string): string {
  return text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '?');
}

/** Describes a request for a failure message, without long runs of the same characters. */
export function describeAsked(asked: unknown): string {
  const readable = isRawRequest(asked) ? { ...asked, body: asked.body?.toString() } : asked;
  return JSON.stringify(readable)?.replaceAll(/(.{1,6})\1{20,}/g, '$1…') ?? '';
}

function isRawRequest(asked: unknown): asked is RawRequest {
  return typeof asked === 'object' && asked !== null && 'headers' in asked && 'path' in asked;
}
