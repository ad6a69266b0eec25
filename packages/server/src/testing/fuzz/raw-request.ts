import { Agent, type IncomingMessage, request as startRequest } from 'node:http';

/** A request as it goes over the line; nothing about it need make sense. */
export interface RawRequest {
  method: string;
  /** With its query, as it stands in the request's first line. */
  path: string;
  /** A header may stand there more than once. */
  headers: [name: string, value: string][];
  body: Buffer | null;
}

export interface RawAnswer {
  status: number;
  headers: IncomingMessage['headers'];
  body: string;
}

/** Longer than anything here may take: what lasts longer hangs. */
export const hangMs = 60_000;

const agent = new Agent({ keepAlive: true, maxSockets: 32 });

/**
 * Sends a request that `fetch` would put right or refuse. Null where the server ended the
 * connection without an answer, as it may where it can't make out a request at all.
 * @throws where there is no answer within `hangMs`.
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
      reject(new Error(`no answer within ${hangMs} ms`));
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
      // A HEAD that could not be read is answered with a body: nobody knew that it was a HEAD.
      const isUnread = method === 'HEAD' && error.code?.startsWith('HPE_');
      if (isUnread || error.code === 'ECONNRESET' || error.code === 'EPIPE') resolve(null);
      else reject(error);
    });
    request.end(body ?? undefined);
  });
}

/** Makes a text fit for the first line of a request: what Node would not send is escaped. */
export function writePath(text: string): string {
  return text.replaceAll(/[^\x21-\xff]/gu, (sign) => encodeURIComponent(sign.toWellFormed()));
}

/** The same for the value of a header. */
export function writeHeader(text: string): string {
  return text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '?');
}

/** What was asked, to be read: without long runs of one character. */
export function describeAsked(asked: unknown): string {
  const readable = isRawRequest(asked) ? { ...asked, body: asked.body?.toString() } : asked;
  return JSON.stringify(readable)?.replaceAll(/(.{1,6})\1{20,}/g, '$1…') ?? '';
}

function isRawRequest(asked: unknown): asked is RawRequest {
  return typeof asked === 'object' && asked !== null && 'headers' in asked && 'path' in asked;
}
