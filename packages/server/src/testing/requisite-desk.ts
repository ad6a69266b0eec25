import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { buildAccounts } from '../brands/accounts.ts';
import type { CatalogMethod } from '../catalog/catalog-schema.ts';
import type { RequisiteRow } from '../ground/database/tables/requisites.ts';
import { checkLedger } from '../money/ledger/check-ledger.ts';
import { addRequisite, type NewRequisite } from '../money/requisites/add-requisite.ts';
import { buildAccount, buildMethod } from './build-method.ts';
import { buildRequisite } from './build-requisite.ts';
import { startTestServer, type TestServer } from './test-server.ts';

interface RequisiteDesk {
  server: TestServer;
  /** Collects the server's log. */
  logLines: string[];
}

/** The method's currencies: with two, no and three decimals. */
const limits = {
  EUR: { min: '5', max: '500' },
  JPY: { min: '1', max: '1000000' },
  KWD: { min: '0.001', max: '1000' },
};

/**
 * Gives the tests of a file a server with the method `transfer`, whose routes are the empty pools
 * `own` and `spare`, and with `transfer-or-card`, whose second route is the provider `card`; `card-or-transfer`
 * has them in the other order. Each test begins with empty pools.
 */
export function useRequisiteDesk() {
  const desk = { logLines: [] as string[] } as RequisiteDesk;
  beforeAll(async () => {
    desk.server = await startTestServer({}, { logLines: desk.logLines });
    const { core } = desk.server;
    const brand = core.brands.get('kassa');
    const pool = { connector: 'requisites', settings: {} };
    const built = buildAccounts({ accounts: { own: pool, spare: pool } }, false);
    expect(built.problems).toEqual([]);
    const sandbox = brand?.accounts.get('sandbox');
    if (brand === undefined || sandbox === undefined) throw new Error('no sandbox');
    for (const account of built.accounts.values()) brand.accounts.set(account.name, account);
    brand.accounts.set('card', buildAccount('card', { connector: sandbox.connector }));
    const method = (name: string, accounts: string[], part: Partial<CatalogMethod> = {}) =>
      buildMethod(name, {
        routes: accounts.map((account) => ({ account })),
        countries: '*',
        amount_rules: limits,
        cardViewType: 9,
        ...part,
      });
    const catalog = {
      ...core.catalogOf('kassa'),
      methods: [
        method('transfer', ['own']),
        method('two-pools', ['own', 'spare']),
        method('transfer-or-card', ['own', 'spare', 'card']),
        method('card-or-transfer', ['card', 'own']),
      ],
    };
    core.catalogOf = () => catalog;
  });
  beforeEach(async () => {
    const { db } = desk.server.core;
    await db.updateTable('requisites').set({ is_on: false, removed_at: new Date() }).execute();
  });
  afterAll(async () => {
    expect(await checkLedger(desk.server.core.db)).toEqual([]);
    await desk.server.stop();
  });

  const rowOf = (depositId: string) =>
    desk.server.core.db
      .selectFrom('deposits')
      .selectAll()
      .where('id', '=', depositId)
      .executeTakeFirstOrThrow();
  return {
    desk,
    rowOf,
    /** Adds an account to the pool `own`, with a number of its own; `part` replaces columns. */
    add: (part: Partial<NewRequisite> = {}, columns: Partial<RequisiteRow> = {}) =>
      desk.server.core.db.transaction().execute(async (tx) => {
        const requisite = buildRequisite({
          account: 'own',
          kind: 'card',
          methods: ['transfer', 'two-pools', 'transfer-or-card', 'card-or-transfer'],
          payee: { number: makeNumber() },
          time_zone: zoneAtNoon,
          ...part,
        });
        const added = await addRequisite(desk.server.core, tx, 'kassa', requisite);
        if (Object.keys(columns).length > 0) {
          await tx
            .updateTable('requisites')
            .set(columns as never)
            .where('id', '=', added.id)
            .execute();
        }
        return added;
      }),
    requisite: (id: string) =>
      desk.server.core.db
        .selectFrom('requisites')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
    /** The reservation of a deposit. */
    reservationOf: (depositId: string) =>
      desk.server.core.db
        .selectFrom('requisite_reservations')
        .selectAll()
        .where('deposit_id', '=', depositId)
        .executeTakeFirst(),
    /** Creates a deposit of a new player. */
    create: async (
      part: { amount?: string; currency?: string; paymentType?: string } = {},
      { key, country = 'de' }: { key?: string; country?: string } = {},
    ) => {
      const request = { amount: '50', currency: 'EUR', paymentType: 'transfer', ...part };
      const { currency } = request;
      const issuedAt = desk.server.core.now();
      const token = await desk.server.token({ playerId: uuidv7(), country, currency, issuedAt });
      const { status, body } = await desk.server.call('deposit-create', request, {
        token,
        ...(key !== undefined && { key }),
      });
      return { token, status, body, depositId: String(body.depositId) };
    },
  };
}

/** A time zone in which it is about noon, so that no test runs into another day of a requisite. */
const zoneAtNoon = nameZone(12 - new Date().getUTCHours());

/** Names the zone at these hours ahead of UTC; the names have the sign reversed. */
function nameZone(hours: number): string {
  return `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`;
}

let lastNumber = 4000_0000_0000_0000;

/** Makes a number that no other test has; only its form matters here. */
function makeNumber(): string {
  lastNumber += 1;
  return String(lastNumber);
}
