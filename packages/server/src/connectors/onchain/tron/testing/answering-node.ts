import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the node answers to a call: a value for JSON, or a whole response. */
export type Answer = object | { status: number; text: string };

interface Asked {
  call: string;
  fields: Record<string, unknown>;
  headers: IncomingHttpHeaders;
}

/** A server that stands in for a node's HTTP API: it answers what a test has it answer. */
export async function startAnsweringNode() {
  const answers = new Map<string, (fields: Record<string, unknown>) => Answer>();
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const parts: Uint8Array[] = [];
    for await (const part of request) parts.push(part);
    const fields = JSON.parse(Buffer.concat(parts).toString('utf8') || '{}');
    const call = request.url?.replace('/key/wallet/', '') ?? '';
    asked.push({ call, fields, headers: request.headers });
    const answer = answers.get(call)?.(fields) ?? { status: 404, text: '' };
    if (!('status' in answer)) return response.end(JSON.stringify(answer));
    return response.writeHead(answer.status).end('text' in answer ? answer.text : '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/key/`,
    asked,
    answer: (call: string, answer: (fields: Record<string, unknown>) => Answer) =>
      answers.set(call, answer),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
