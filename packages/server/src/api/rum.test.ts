import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Brand } from '../brands/load-brands.ts';
import { buildApp } from './app.ts';
import { registerFailureAnswers } from './http-calls.ts';
import { buildRateLimits } from './rate-limits.ts';
import { registerRum } from './rum.ts';

let app: ReturnType<typeof buildApp>;
let registry: Registry;

beforeEach(() => {
  app = buildApp({
    logLevel: 'silent',
    isTrustedProxy: () => false,
    publicUrl: 'http://localhost',
  });
  registry = new Registry();
  registerFailureAnswers(app, { log: app.log });
  const brands = new Map([['kassa', {} as Brand]]);
  registerRum(app, { brands }, registry, buildRateLimits(null, 1));
});

afterEach(() => app.close());

const item = { name: 'LCP', value: 1200, path: '/deposit' };

async function post(payload: unknown, url = '/kassa/rum') {
  const headers = { 'content-type': 'application/json' };
  const body = typeof payload === 'string' ? payload : JSON.stringify(payload);
  const { statusCode } = await app.inject({ method: 'POST', url, headers, body });
  return statusCode;
}

test("counts a widget's measurements by brand and measure only", async () => {
  const items = [
    item,
    { ...item, path: '/deposit/redirect' },
    { ...item, name: 'CLS', value: 0.02 },
  ];
  expect(await post({ version: 'v1.0.461', items })).toBe(204);
  const metrics = await registry.metrics();
  expect(metrics).toContain('kassa_widget_seconds_sum{brand="kassa",name="LCP"} 2.4');
  expect(metrics).toContain('kassa_widget_seconds_count{brand="kassa",name="LCP"} 2');
  expect(metrics).toContain('kassa_widget_layout_shift_sum{brand="kassa"} 0.02');
  expect(metrics).not.toContain('/deposit');
  expect(metrics).not.toContain('v1.0.461');
});

test.each([
  ['no JSON', '{"version":'],
  ['no batch', 7],
  ['nothing measured', { version: '1', items: [] }],
  ['a measure of its own', { version: '1', items: [{ ...item, name: 'made-up' }] }],
  ['a negative time', { version: '1', items: [{ ...item, value: -1 }] }],
  ['no number', { version: '1', items: [{ ...item, value: '1200' }] }],
  ['more than a batch holds', { version: '1', items: Array.from({ length: 51 }, () => item) }],
])('rejects %s with 400 and counts none of it', async (_, payload) => {
  expect(await post(payload)).toBe(400);
  expect(await registry.metrics()).not.toContain('_count{');
});

test('rejects a batch that is too large, not JSON, or for an unknown brand', async () => {
  expect(await post({ version: '1', items: [item], filler: 'x'.repeat(17_000) })).toBe(413);
  expect((await app.inject({ method: 'POST', url: '/kassa/rum', body: 'x' })).statusCode).toBe(400);
  expect(await post({ version: '1', items: [item] }, '/nobody/rum')).toBe(404);
});
