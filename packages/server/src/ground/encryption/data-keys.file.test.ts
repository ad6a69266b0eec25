import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Brand, Brands } from '../../brands/load-brands.ts';
import { loadDataKeys } from './data-keys.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kassa-keys-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const brandsOf = (isLive: boolean): Brands =>
  new Map([['casino', { id: 'casino', isLive } as Brand]]);
const config = (databaseUrl: string | null) => ({
  dataKeys: null,
  dataFolder: path.join(folder, 'data'),
  databaseUrl,
});

test('uses the keys of the settings', async () => {
  const dataKeys = [{ id: 'a', secret: randomBytes(32) }];
  expect(await loadDataKeys({ ...config(null), dataKeys }, brandsOf(true))).toBe(dataKeys);
});

test('creates a file that only its owner can read; concurrent starts share it', async () => {
  const rings = await Promise.all(
    Array.from({ length: 5 }, () => loadDataKeys(config(null), brandsOf(true))),
  );
  expect(new Set(rings.map(([key]) => key?.secret.toString('hex'))).size).toBe(1);
  expect(rings[0]?.[0]?.secret).toHaveLength(32);
  expect((await stat(path.join(folder, 'data', 'data-keys'))).mode & 0o777).toBe(0o600);
  expect(await loadDataKeys(config(null), brandsOf(true))).toEqual(rings[0]);
});

test('refuses a live brand on a shared database without keys; accepts a test brand', async () => {
  const shared = config('postgres://localhost/kassa');
  await expect(loadDataKeys(shared, brandsOf(true))).rejects.toThrow(
    'KASSA_DATA_KEYS is not set, and "casino" is a live brand',
  );
  expect(await loadDataKeys(shared, brandsOf(false))).toHaveLength(1);
});

test('refuses a damaged file, names it, and leaves it unchanged', async () => {
  const ring = { ...config(null), dataFolder: folder };
  await writeFile(path.join(folder, 'data-keys'), 'k1:half a ke');
  await expect(loadDataKeys(ring, brandsOf(false))).rejects.toThrow(/data-keys: key 1 .* 32 bytes/);
});
