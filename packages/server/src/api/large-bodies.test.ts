import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { FastifyReply } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../core/caller.ts';
import { buildLargeBodies } from './large-bodies.ts';

const makeCaller = (playerId: string) => ({ brandId: 'kassa', playerId }) as Caller;
const caller = makeCaller('p1');
/** Longer than any test. */
const longMs = 600_000;
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
  /** Sends the body, and reads it whole. */
  const arrive = async () => {
    client.write('0123456789');
    await once(request.resume(), 'end');
  };
  const reply = { raw: response, request: { raw: request } } as unknown as FastifyReply;
  return { leave, arrive, reply };
}

type Received = Awaited<ReturnType<typeof receive>>;

/** Admits as many bodies as a process has at the same time; those of these numbers are of one player. */
async function fill(
  admit: ReturnType<typeof buildLargeBodies>,
  ofOne: readonly number[] = [],
): Promise<Received[]> {
  const all: Received[] = [];
  for (let count = 0; count < 32; count += 1) {
    const received = await receive();
    admit(makeCaller(`flooding ${ofOne.includes(count) ? 'twice' : count}`), received.reply);
    all.push(received);
  }
  return all;
}

test('a client that has gone before it is admitted is not counted', async () => {
  const admit = buildLargeBodies(longMs, () => {});
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
  const admit = buildLargeBodies(longMs, () => {});
  const two = [await receive(), await receive()];
  for (const { reply } of two) admit(caller, reply);
  const third = await receive();
  expect(() => admit(caller, third.reply)).toThrow('Too many of your files');
  for (const { leave } of two) await leave();
  expect(() => admit(caller, third.reply)).not.toThrow();
  await third.leave();
});

test('a body of which nothing arrives is ended, and no longer counts', async () => {
  const idle = await receive();
  const ended = new Promise((resolve) => {
    const admit = buildLargeBodies(50, resolve);
    admit(caller, idle.reply);
  });
  expect(await ended).toBe(idle.reply.request);
  await idle.leave();
});

test('where no place is left, the body that has been arriving longest gives way', async () => {
  const ended: unknown[] = [];
  const admit = buildLargeBodies(longMs, (request) => ended.push(request));
  const flood = await fill(admit);
  const [first, second, third] = flood;
  await second?.arrive();
  const others = [await receive(), await receive()];
  for (const { reply } of others) admit(caller, reply);
  expect(ended).toEqual([first?.reply.request, third?.reply.request]);
  for (const { leave } of [...flood, ...others]) await leave();
});

test('the older one of a player who has two arriving gives way first', async () => {
  const ended: unknown[] = [];
  const admit = buildLargeBodies(longMs, (request) => ended.push(request));
  const flood = await fill(admit, [5, 9]);
  const others = [await receive(), await receive()];
  for (const { reply } of others) admit(caller, reply);
  expect(ended).toEqual([flood[5]?.reply.request, flood[0]?.reply.request]);
  for (const { leave } of [...flood, ...others]) await leave();
});

test('a place that is given back is free, and its client is not ended any more', async () => {
  const ended: unknown[] = [];
  const admit = buildLargeBodies(longMs, (request) => ended.push(request));
  const three = [await receive(), await receive(), await receive()];
  const [first, second, third] = three.map(({ reply }) => reply);
  if (!first || !second || !third) throw new Error('three are received');
  admit(caller, first)();
  admit(caller, second);
  expect(() => admit(caller, third)).not.toThrow();
  expect(first.request.raw.socket.timeout).toBe(0);
  expect(ended).toEqual([]);
  for (const { leave } of three) await leave();
});

test('where all have arrived whole and are in work, another one is refused', async () => {
  const admit = buildLargeBodies(longMs, () => {});
  const flood = await fill(admit);
  for (const { arrive } of flood) await arrive();
  const other = await receive();
  expect(() => admit(caller, other.reply)).toThrow('Too many files');
  for (const { leave } of [...flood, other]) await leave();
});
