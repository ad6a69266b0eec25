import fastify from 'fastify';
import { expect, test } from 'vitest';
import { sendJson } from './send-json.ts';

const long = {
  methods: Array.from({ length: 50 }, (_, at) => `method number ${at}, and its name`),
};

async function ask(body: unknown, accepted: string | undefined) {
  const app = fastify();
  app.get('/', (request, reply) => sendJson(reply, body, request.headers['accept-encoding']));
  const headers = accepted === undefined ? {} : { 'accept-encoding': accepted };
  const response = await app.inject({ url: '/', headers });
  await app.close();
  return response;
}

test('compresses a long response for clients that accept gzip', async () => {
  const { headers, rawPayload } = await ask(long, 'gzip, deflate, br');
  expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
  expect(rawPayload.length).toBeLessThan(JSON.stringify(long).length / 3);
  const text = await new Response(
    new Blob([new Uint8Array(rawPayload)]).stream().pipeThrough(new DecompressionStream('gzip')),
  ).text();
  expect(JSON.parse(text)).toEqual(long);
});

test.each([
  ['a short one', { a: 1 }, 'gzip'],
  ['one for who can’t', long, undefined],
])('sends %s uncompressed', async (_, body, accepted) => {
  const response = await ask(body, accepted);
  expect(response.headers['content-encoding']).toBeUndefined();
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(response.json()).toEqual(body);
});
