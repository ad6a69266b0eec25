import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { FastifyReply } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../core/caller.ts';
import { buildLargeBodies } from './large-bodies.ts';

const caller = { brandId: 'kassa', playerId: 'p1' } as Caller;
const server = createServer();

beforeAll(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise((resolve) => server.close(resolve)));

/** A request whose client waits. */
async function receive() {
  const { port } = server.address() as { port: number };
  const arrived = new Promise<[IncomingMessage, ServerResponse]>((resolve) =>
    server.once('request', (request, response) => resolve([request, response])),
  );
  const client = connect(port, '127.0.0.1');
  client.on('error', () => {});
  client.write('POST / HTTP/1.1\r\nHost: kassa\r\nContent-Length: 10\r\n\r\n');
  const [request, response] = await arrived;
  const closed = new Promise((resolve) => request.socket.once('close', resolve));
  const leave = async () => {
    client.destroy();
    await closed;
  };
  return { leave, reply: { raw: response, request: { raw: request } } as unknown as FastifyReply };
}

test('a client that has gone before it is admitted is not counted', async () => {
  const admit = buildLargeBodies();
  for (let count = 0; count < 2; count += 1) {
    const { leave, reply } = await receive();
    await leave();
    admit(caller, reply);
  }
  const { leave, reply } = await receive();
  expect(() => admit(caller, reply)).not.toThrow();
  await leave();
});

test('a client counts until it has gone', async () => {
  const admit = buildLargeBodies();
  const two = [await receive(), await receive()];
  for (const { reply } of two) admit(caller, reply);
  const third = await receive();
  expect(() => admit(caller, third.reply)).toThrow('Too many of your files');
  for (const { leave } of two) await leave();
  expect(() => admit(caller, third.reply)).not.toThrow();
  await third.leave();
});
