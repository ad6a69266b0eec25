import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { createOperator } from '../../testing/operator-client.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { endpoints } from './endpoints.ts';

let server: TestServer;
// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document is looked into at every depth
let document: any;

beforeAll(async () => {
  server = await startTestServer();
  const response = await fetch(`${server.operatorUrl}/operator/v1/openapi.json`);
  expect(response.status).toBe(200);
  document = await response.json();
});

afterAll(() => server.stop());

test.each([...endpoints])('describes %s completely', (name, endpoint) => {
  const operation = document.paths[`/operator/v1${endpoint.path}`][endpoint.method.toLowerCase()];
  expect(operation).toMatchObject({ operationId: name, summary: endpoint.summary });
  const scope = endpoint.scope === null ? 'no scope' : `\`${endpoint.scope}\``;
  expect(operation.description).toContain(scope);
  const named = operation.parameters.map((parameter: { name: string }) => parameter.name);
  const content = operation.requestBody?.content ?? {};
  const body = Object.keys(content['application/json']?.schema.properties ?? {});
  const isFile = Object.keys(content).some((type) => type !== 'application/json');
  if (isFile) body.push(endpoint.file?.field ?? '');
  const fields = Object.keys(endpoint.request._zod.def.shape);
  expect([...named, ...body].sort()).toEqual(
    [...fields, ...(endpoint.kind === 'act' ? ['Idempotency-Key'] : [])].sort(),
  );
  const answer = operation.responses[200].content;
  const { exportType: type = 'application/json' } = endpoint;
  expect(answer[type].schema.type).toBe(endpoint.kind === 'export' ? 'string' : 'object');
  expect(operation.responses.default.content['application/json'].schema).toEqual({
    $ref: '#/components/schemas/Error',
  });
});

/** Lists whose length the brand's files and settings bound. */
const configured = new Set([
  'chains-list',
  'hot-wallets-list',
  'methods-list',
  'packages-list',
  'routes-explain',
]);

const lists = [...endpoints].filter(
  ([name, { kind, response }]) =>
    kind === 'reading' &&
    !configured.has(name) &&
    response !== null &&
    Object.hasOwn((response as z.ZodMiniObject)._zod.def.shape ?? {}, 'items'),
);

test.each(lists)('%s is a page of at most 200', (_, { request, response, command }) => {
  const fields = request._zod.def.shape;
  expect(Object.keys((response as z.ZodMiniObject)._zod.def.shape)).toEqual([
    'items',
    'nextCursor',
  ]);
  expect(fields).toMatchObject({ limit: expect.anything(), cursor: expect.anything() });
  const { limit } = fields as Record<string, z.ZodMiniType>;
  expect(z.parse(limit as z.ZodMiniType, undefined)).toBe(50);
  expect(z.safeParse(limit as z.ZodMiniType, 201).success).toBe(false);
  // A table of chosen columns still says how to go on.
  expect([command].flat().flatMap(({ columns = [] }) => columns)).not.toContain('nextCursor');
});

test('describes no endpoint that does not exist', () => {
  const described = Object.values(document.paths).flatMap((path) => Object.values(path as object));
  expect(described).toHaveLength(endpoints.size);
});

test('names every scope and the errors', () => {
  for (const word of ['`withdrawals`', '`audit`', 'scope.missing', 'deposit.notOpen']) {
    expect(document.info.description).toContain(word);
  }
});

test('no two endpoints share a path, and no two commands share their words', () => {
  const addresses = [...endpoints.values()].map(({ method, path }) => `${method} ${path}`);
  expect(new Set(addresses).size).toBe(addresses.length);
  const words = [...endpoints.values()].flatMap(({ command }) =>
    [command].flat().map((shape) => shape.words),
  );
  expect(new Set(words).size).toBe(words.length);
});

test('an unknown path gives a 404, and an unreadable body a 400', async () => {
  const { key } = await createOperator(server);
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${server.operatorUrl}/operator/v1${path}`, {
      ...init,
      headers: {
        authorization: `Bearer ${key}`,
        ...(init.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
    });
  expect((await ask('/nothing')).status).toBe(404);
  expect((await ask('/keys', { method: 'DELETE' })).status).toBe(404);
  const broken = await ask('/keys', { method: 'POST', body: '{"name":' });
  expect(broken.status).toBe(400);
  expect(await broken.json()).toMatchObject({ error: { code: 'request.malformed' } });
  const list = await ask('/keys', { method: 'POST', body: '[1]' });
  expect(list.status).toBe(400);
  expect(await list.json()).toMatchObject({ error: { code: 'request.invalid' } });
  const large = await ask('/keys', { method: 'POST', body: `{"name":"${'x'.repeat(70_000)}"}` });
  expect(large.status).toBe(413);
});
