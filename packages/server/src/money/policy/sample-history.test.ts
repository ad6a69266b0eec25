import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { buildRouteSuccess } from './route-success.ts';
import { fillSampleHistory } from './sample-history.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({}, { brand: { sampleHistory: true } });
});
afterAll(() => server.stop());

const rows = (brandId: string) =>
  server.core.db
    .selectFrom('route_statistics')
    .selectAll()
    .where('brand_id', '=', brandId)
    .orderBy(['payment_method', 'country'])
    .execute();

test('a brand for tests has a simulated history that changes no route', async () => {
  const written = await rows('kassa');
  expect(written.length).toBeGreaterThan(0);
  expect(written.every(({ latest }) => latest === '')).toBe(true);
  expect(new Set(written.map(({ account }) => account))).toEqual(new Set(['sandbox']));
  for (const { attempts, credits, arrivals } of written) {
    expect(attempts).toBeGreaterThanOrEqual(50);
    expect(credits).toBeLessThanOrEqual(attempts);
    expect(arrivals.reduce((sum, count) => sum + count, 0)).toBe(credits);
  }
  const success = buildRouteSuccess(server.core);
  await success.refresh();
  const [{ payment_method, country } = { payment_method: '', country: '' }] = written;
  const told = success.arrivalsOf('kassa', country).byMethod.get(payment_method);
  expect(told).toMatchObject({ usualMinutes: expect.any(Number) });
  // Some methods show a share, others the time alone.
  const shares = [...success.arrivalsOf('kassa', country).byMethod.values()].map(
    ({ arrivesPercent }) => arrivesPercent !== undefined,
  );
  expect(new Set(shares)).toEqual(new Set([true, false]));
  expect(success.successOf('kassa', payment_method, 'sandbox', country)).toBeNull();
});

test('no other brand has one, and none is added to statistics', async () => {
  expect(await rows('other')).toEqual([]);
  const before = await rows('kassa');
  await server.core.db.deleteFrom('route_statistics').where('country', '<>', 'de').execute();
  await fillSampleHistory(server.core);
  expect(await rows('kassa')).toEqual(before.filter(({ country }) => country === 'de'));
});
