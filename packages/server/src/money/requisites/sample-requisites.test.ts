import path from 'node:path';
import { payeeSchema } from '@kassa/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadCatalog, readConfiguration } from '../../catalog/read/load-catalog.ts';
import type { Core } from '../../core/core.ts';
import { numberOf } from '../../ground/encryption/account-digest.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { resolvePayee } from './resolve-payee.ts';
import { fillSampleRequisites } from './sample-requisites.ts';

const root = path.resolve(import.meta.dirname, '../../../../..');

/** A valid value for every variable of the demo's brands. */
const environment = new Proxy<NodeJS.ProcessEnv>(
  {},
  {
    get: (_, name) => {
      if (name === 'DEMO_WALLET') return 'ledger';
      if (String(name).endsWith('_RECEIPT_KEY')) {
        return 'MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g';
      }
      return String(name).endsWith('_URL')
        ? 'http://localhost:4200'
        : `whsec_${Buffer.alloc(32).toString('base64')}`;
    },
  },
);

let server: TestServer;
let demo: Core;

beforeAll(async () => {
  server = await startTestServer();
  const base = await loadCatalog(path.join(root, 'catalog'));
  const folder = path.join(root, 'config');
  const { brands, catalogs, problems } = await readConfiguration(folder, environment, base);
  expect(problems).toEqual([]);
  const catalogOf = (id: string) => catalogs.get(id) ?? base.catalog;
  demo = { ...server.core, brands, catalogOf };
});

afterAll(() => server.stop());

const readRows = () => server.core.db.selectFrom('requisites').selectAll().orderBy('id').execute();

describe("the demo's pool", () => {
  beforeAll(async () => {
    // As if three processes started at the same time.
    await Promise.all([1, 2, 3].map(() => fillSampleRequisites(demo)));
  });

  test('has three accounts for each country of each bank transfer', async () => {
    const transfers = demo
      .catalogOf('kassa')
      .methods.filter(({ cardViewType }) => cardViewType === 9);
    expect(transfers.length).toBeGreaterThan(40);
    const places = transfers.flatMap(({ name, countries }) =>
      [...countries].map((country) => `${name} ${country}`),
    );
    const rows = await readRows();
    const counts = Map.groupBy(rows, ({ methods, country }) => `${methods} ${country}`);
    expect([...counts.keys()].sort()).toEqual(places.sort());
    expect(new Set([...counts.values()].map((list) => list.length))).toEqual(new Set([3]));
    expect(new Set(rows.map(({ has_reference }) => has_reference))).toEqual(new Set([true, false]));
  });

  test('has numbers as the countries write them, each only once', async () => {
    const rows = await readRows();
    const numbers = rows.map(({ id, kind, country, payee_sealed }) => {
      const context = { table: 'requisites', brandId: 'kassa', id } as const;
      const payee = payeeSchema.parse(JSON.parse(server.core.vault.open(payee_sealed, context)));
      const number = numberOf(payee) ?? '';
      const resolved = resolvePayee({ kind, country, number });
      expect(resolved, `${country} ${number}`).toMatchObject({ payee: expect.anything() });
      if (payee.iban !== undefined) expect(number).toHaveLength(ibanLengths[country] ?? 0);
      expect(payee.fullName).toMatch(/ (Sample|Example|Specimen)$/);
      return number;
    });
    expect(new Set(numbers).size).toBe(rows.length);
    const countries = new Set(rows.map(({ country }) => country));
    expect([...Object.keys(ibanLengths)].filter((code) => !countries.has(code))).toEqual([]);
  });

  test('has CLABE and NUBAN numbers with their check digits', async () => {
    const rows = await readRows();
    const read = (code: string) =>
      rows
        .filter(({ country }) => country === code)
        .map(({ id, payee_sealed }) => {
          const context = { table: 'requisites', brandId: 'kassa', id } as const;
          return JSON.parse(server.core.vault.open(payee_sealed, context)).account_number;
        });
    const sum = (digits: string, weights: number[]) =>
      [...digits].reduce((total, digit, at) => total + Number(digit) * (weights[at % 3] ?? 0), 0);
    for (const clabe of read('mx')) {
      expect(clabe).toMatch(/^\d{18}$/);
      expect((sum(clabe.slice(0, 17), [3, 7, 1]) + Number(clabe.at(-1))) % 10).toBe(0);
    }
    for (const nuban of read('ng')) {
      expect(nuban).toMatch(/^\d{10}$/);
      expect((sum(`999${nuban.slice(0, 9)}`, [3, 7, 3]) + Number(nuban.at(-1))) % 10).toBe(0);
    }
  });

  test('stays as operators left it at the next start', async () => {
    const { db } = server.core;
    await db.updateTable('requisites').set({ is_on: false, removed_at: new Date() }).execute();
    const before = await readRows();
    await fillSampleRequisites(demo);
    expect(await readRows()).toEqual(before);
  });
});

test.each([
  ['a live brand', { isLive: true }],
  ['a brand without the setting', { sampleRequisites: false }],
])('%s gets none', async (_, part) => {
  await server.core.db.deleteFrom('requisites').execute();
  const brand = demo.brands.get('kassa');
  if (brand === undefined) throw new Error('The demo has no brand.');
  await fillSampleRequisites({ ...demo, brands: new Map([['kassa', { ...brand, ...part }]]) });
  expect(await readRows()).toEqual([]);
});

/** Of the IBAN registry. */
const ibanLengths: Record<string, number> = {
  ae: 23,
  be: 16,
  cz: 24,
  es: 24,
  ge: 22,
  gr: 27,
  it: 27,
  kz: 20,
  pk: 24,
  pt: 25,
  ro: 24,
  tr: 26,
  ua: 29,
};
