import { Agent, type IncomingHttpHeaders, request } from 'node:http';

/** One response, read to its end. */
export interface Answered {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: number;
  ms: number;
}

/** Sends requests to one server over a keep-alive connection, like a browser's. */
export interface Client {
  ask: (body: object, headers?: Record<string, string>) => Promise<Answered>;
  close: () => void;
}

/** Builds a client of the call that lists methods. */
export function buildClient(port: number, token: string): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    ask: (body, headers = {}) => {
      const json = JSON.stringify(body);
      return send(agent, port, json, {
        authorization: `Bearer ${token}`,
        'accept-encoding': 'gzip',
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(json)),
        ...headers,
      });
    },
    close: () => agent.destroy(),
  };
}

function send(
  agent: Agent,
  port: number,
  body: string,
  headers: Record<string, string>,
): Promise<Answered> {
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const options = { method: 'POST', agent, headers };
    const url = `http://localhost:${port}/api/banking/methods-payment-v3`;
    const sent = request(url, options, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on('error', reject);
      response.on('end', () => {
        const { statusCode = 0 } = response;
        const ms = performance.now() - startedAt;
        resolve({ status: statusCode, headers: response.headers, bytes, ms });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
