import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

/** A signed request as the operator's server received it. */
export interface Received {
  /** The header `webhook-id`. */
  id: string;
  headers: Record<string, string>;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  body: any;
}

export interface EndpointAnswer {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
}

export interface OperatorEndpoint {
  url: string;
  secret: string;
  /** All requests with a valid signature, in the order of arrival. */
  received: Received[];
  /** The number of requests with an invalid signature; they got a 401. */
  refusedCount: number;
  /** Whether the server accepts unsigned requests, as a careless operator's would. */
  isTrusting: boolean;
  /** Builds the response to each further request; 204 by default. A promise delays the response. */
  answer: (received: Received) => EndpointAnswer | Promise<EndpointAnswer>;
  close: () => Promise<void>;
}

/** Starts an operator's server as in the guide: it verifies with the Standard Webhooks library. */
export async function startOperatorEndpoint(
  secret = 'whsec_b3BlcmF0b3IncyBzZWNyZXQgb2YgdGhlIHRlc3Rz',
): Promise<OperatorEndpoint> {
  const server = createServer((request, response) => void take(endpoint, request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const endpoint: OperatorEndpoint = {
    url: `http://127.0.0.1:${port}/kassa`,
    secret,
    received: [],
    refusedCount: 0,
    isTrusting: false,
    answer: () => ({ status: 204 }),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return endpoint;
}

async function take(
  endpoint: OperatorEndpoint,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const text = Buffer.concat(await request.toArray()).toString();
  const headers = request.headers as Record<string, string>;
  try {
    const webhook = new Webhook(endpoint.secret);
    if (!endpoint.isTrusting) webhook.verify(text, headers, { jsonParse: false });
  } catch {
    endpoint.refusedCount += 1;
    response.writeHead(401).end();
    return;
  }
  const received = { id: headers['webhook-id'] ?? '', headers, text, body: parseJson(text) };
  endpoint.received.push(received);
  const { status = 200, headers: answered = {}, body } = await endpoint.answer(received);
  const content = typeof body === 'string' ? body : JSON.stringify(body);
  response.writeHead(status, answered).end(content);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
