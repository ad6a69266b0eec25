import { buildUser } from '@kassa/test-kit';
import { vi } from 'vitest';
import type { Transport, TransportOptions } from '../transport.ts';

/** A call as the server received it. */
export interface ServerRequest {
  name: string;
  method: string;
  body: unknown;
  token: string;
  idempotencyKey: string | undefined;
  headers: Record<string, string> | undefined;
}

/** The headers of every call, of every transport under test. */
export const sharedHeaders = { pwa: 'true' };

/** The server's response, or none. */
export type ServerAnswer =
  | { status: number; body: unknown; headers?: Record<string, string> }
  | 'lost';

export type FakeServer = (request: ServerRequest) => ServerAnswer;

/** Returns a `fetch` that calls a fake server. */
export function fetchFrom(server: FakeServer): typeof fetch {
  return async (input, init) => {
    const url = new URL(String(input));
    const headers = new Headers(init?.headers);
    const isGet = init?.method === 'GET';
    const answer = server({
      name: url.pathname.replace('/api/banking/', ''),
      method: init?.method ?? '',
      body: isGet ? Object.fromEntries(url.searchParams) : JSON.parse(String(init?.body)),
      token: headers.get('authorization')?.replace('Bearer ', '') ?? '',
      idempotencyKey: headers.get('idempotency-key') ?? undefined,
      headers: Object.fromEntries(headers),
    });
    if (answer === 'lost') throw new TypeError('Failed to fetch');
    const text = answer.body === undefined ? '<html>' : JSON.stringify(answer.body);
    return new Response(answer.status === 304 ? null : text, {
      status: answer.status,
      ...(answer.headers && { headers: answer.headers }),
    });
  };
}

export interface OpenOptions {
  server: FakeServer;
  onUnauthorized: () => void;
  onFailure?: TransportOptions['onFailure'];
}

export type OpenTransport = (options: OpenOptions) => Promise<Transport>;

/** The signed-in player of the default response. */
export const user = buildUser();

/**
 * Opens a transport whose server returns these responses in order, and then always {@link user}.
 */
export async function setUpTransport(open: OpenTransport, answers: readonly ServerAnswer[]) {
  const requests: ServerRequest[] = [];
  const onUnauthorized = vi.fn();
  const onFailure = vi.fn();
  const server: FakeServer = (request) => {
    requests.push(request);
    return answers[requests.length - 1] ?? { status: 200, body: user };
  };
  const transport = await open({ server, onUnauthorized, onFailure });
  return { transport, requests, onUnauthorized, onFailure };
}
