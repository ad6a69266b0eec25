import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendRequest } from './send-request.ts';

let server: Server;
let answer: RequestListener;
let url: URL;
beforeAll(async () => {
  server = createServer((request, response) => answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  url = new URL(`http://localhost:${(server.address() as AddressInfo).port}/pay`);
});
afterAll(() => server.close());

const send = (more: Partial<Parameters<typeof sendRequest>[0]> = {}) =>
  sendRequest({
    url,
    method: 'GET',
    headers: {},
    signal: AbortSignal.timeout(5_000),
    ...more,
  });

test('a request is sent as it is, with a user agent', async () => {
  answer = async (request, response) => {
    const body = await request.toArray();
    const { 'x-key': key, 'user-agent': agent } = request.headers;
    response.writeHead(201).end(`${request.method} ${request.url} ${body} ${key} ${agent}`);
  };
  const headers = { 'X-Key': 'secret' };
  expect(await send({ method: 'POST', body: 'an order', headers })).toEqual({
    kind: 'answered',
    status: 201,
    text: 'POST /pay an order secret Kassa',
    retryAfterMs: null,
  });
});

test('a redirect is not followed', async () => {
  const paths: unknown[] = [];
  answer = (request, response) => {
    paths.push(request.url);
    response.writeHead(302, { location: '/elsewhere' }).end();
  };
  expect(await send()).toMatchObject({ status: 302 });
  expect(paths).toEqual(['/pay']);
});

test.each([
  ['7', 7_000],
  ['soon', null],
])('Retry-After %s: %s ms', async (value, retryAfterMs) => {
  answer = (_, response) => response.writeHead(429, { 'retry-after': value }).end();
  expect(await send()).toMatchObject({ status: 429, retryAfterMs });
});

test('a compressed answer is read, of an error too, and one that is too long is cut off', async () => {
  const gzip = { 'content-encoding': 'gzip' };
  answer = (_, response) => response.writeHead(400, gzip).end(gzipSync('{"code":"no"}'));
  expect(await send()).toMatchObject({ status: 400, text: '{"code":"no"}' });
  answer = (_, response) =>
    response.writeHead(200, gzip).end(gzipSync('x'.repeat(3 * 1024 * 1024)));
  const long = await send();
  expect(long.kind === 'answered' && long.text.length <= 1024 * 1024).toBe(true);
});

test('no answer, a lost connection and a closed port are told apart', async () => {
  answer = () => {};
  expect(await send({ signal: AbortSignal.timeout(50) })).toEqual({
    kind: 'error',
    error: 'timeoutUnknown',
    detail: 'TimeoutError',
  });
  answer = (request) => request.socket.destroy();
  expect(await send()).toMatchObject({ error: 'timeoutUnknown', detail: 'UND_ERR_SOCKET' });
  const closed = new URL('http://localhost:1/');
  expect(await send({ url: closed })).toMatchObject({
    error: 'unavailable',
    detail: 'ECONNREFUSED',
  });
});
