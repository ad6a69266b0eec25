import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Core } from '../core/core.ts';
import type { Db } from '../ground/database/connect.ts';
import { listDeliveries } from '../messages/webhooks/list-deliveries.ts';
import { requireClaimable } from '../money/deposits/claims.ts';
import { copyRows } from '../testing/copy-rows.ts';
import { explainQueries } from '../testing/explain-queries.ts';
import { createOperator } from '../testing/operator-client.ts';
import { makeOwner, makeSubject } from '../testing/subjects/make-subject.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { deleteClaimProofs } from './data-protection/delete-sealed.ts';
import type { Endpoint } from './define-endpoint.ts';
import { endpoint as actsList } from './endpoints/acts-list.ts';
import { endpoint as claimsList } from './endpoints/claims-list.ts';
import { endpoint as pendingActsList } from './endpoints/pending-acts-list.ts';
import { searchDeposits } from './lookup/find-deposits.ts';
import { searchWithdrawals } from './lookup/find-withdrawals.ts';
import { mostRowsRead } from './paging.ts';

let server: TestServer;

/**
 * One row in ten belongs to the brand, and there are enough rows for the planner to use an index.
 */
beforeAll(async () => {
  server = await startTestServer();
  const { db } = server.core;
  for (const brandId of ['kassa', 'other'] as const) {
    const operator = await createOperator(server, { brandId });
    await operator.ask('keys-create', { name: 'one', scopes: ['read'] });
    const owner = await makeOwner(server, brandId);
    for (const kind of ['deposit', 'claim', 'withdrawal', 'delivery', 'pendingAct'] as const) {
      await makeSubject(server, owner, kind);
    }
  }
  await copyFirst(db, 'deposits');
  await copyFirst(db, 'withdrawals');
  await copyFirst(db, 'webhook_events');
  await copyFirst(db, 'operator_acts');
  await copyFirst(db, 'pending_acts');
  // A deposit has one live claim, and a player sends few files a day.
  await copyFirst(db, 'claims', { status: "'refused'", proofs: '0' });
});

afterAll(() => server.stop());

/** Copies each brand's first row many times, with new ids and references, and other changes. */
async function copyFirst(db: Db, table: string, changes: Record<string, string> = {}) {
  const from = sql`
    (select distinct on (brand_id) * from ${sql.table(table)} order by brand_id) t,
    generate_series(1, case t.brand_id when 'kassa' then 200 else 2000 end) n`;
  await copyRows(db, table, from, {
    id: 'gen_random_uuid()',
    reference: "'KS-' || n || t.brand_id",
    sequence: '1000 + n',
    // Only one row of a subject may be pending.
    state: "'expired'",
    ...changes,
  });
  await sql`analyze ${sql.table(table)}`.execute(db);
}

const readList = (list: Endpoint, db: Db, request: object) => {
  const prepared = list.prepare(request);
  if (prepared.kind !== 'reading') throw new Error('The list is not a reading endpoint');
  const core: Core = { ...server.core, db };
  return prepared.read(core, {
    brandId: 'kassa',
    keyId: null,
    actor: '',
    scopes: new Set(),
    expiresAt: null,
    requestId: '',
  });
};

/** Asks whether a player may send a file about a deposit. */
async function loadClaimOfDeposit(db: Db): Promise<void> {
  const deposit = await server.core.db
    .selectFrom('deposits')
    .selectAll()
    .where('id', 'in', (query) =>
      query.selectFrom('claims').select('deposit_id').where('brand_id', '=', 'kassa'),
    )
    .executeTakeFirstOrThrow();
  await requireClaimable(server.core, db, { ...deposit, status: 'awaitingConfirmation' });
}

test('a rare amount is found some pages later, and no page reads the whole table', async () => {
  const { db } = server.core;
  const operator = await createOperator(server);
  const start = "case n when 0 then '00' else 'ff' end";
  // Not all by one statement, which may take no longer than ten seconds.
  for (let begin = 0; begin <= mostRowsRead; begin += 4000) {
    const from = sql`
      (select * from deposits where brand_id = 'kassa' limit 1) t,
      generate_series(${begin}::integer, ${Math.min(begin + 3999, mostRowsRead)}::integer) n`;
    await copyRows(db, 'deposits', from, {
      id: `overlay(gen_random_uuid()::text placing ${start} from 1)::uuid`,
      reference: "'KS-RARE-' || n",
      amount: 'case n when 0 then 98765 else 50 end',
      status: "case n when 0 then 'parked' else 'declined' end",
    });
  }
  await sql`analyze deposits`.execute(db);
  const search = { minAmount: '98765' };
  const { body: first } = await operator.ask('deposits-search', search);
  expect([first.items, typeof first.nextCursor]).toEqual([[], 'string']);
  const next = { ...search, cursor: first.nextCursor };
  const { body: second } = await operator.ask('deposits-search', next);
  expect(second).toMatchObject({ items: [{ reference: 'KS-RARE-0' }], nextCursor: null });
  for (const named of [
    { reference: 'ks-rare-0' },
    { from: '2020-01-01' },
    { status: ['parked'] },
  ]) {
    const { body } = await operator.ask('deposits-search', { ...search, ...named });
    expect(body.items).toHaveLength(1);
  }
  const acts = { outcome: 'refused', from: '2020-01-01', to: '2020-01-31' };
  expect((await operator.ask('acts-list', acts)).body).toEqual({ items: [], nextCursor: null });
});

test.each<[string, (db: Db) => Promise<unknown>, string]>([
  [
    'deposits',
    (db) => searchDeposits({ ...server.core, db }, 'kassa', { limit: 50 }),
    'deposits_brand_id_id_key',
  ],
  [
    'deposits by a field without an index',
    (db) => searchDeposits({ ...server.core, db }, 'kassa', { limit: 50, minAmount: '1' }),
    'deposits_brand_id_id_key',
  ],
  [
    'withdrawals',
    (db) => searchWithdrawals({ ...server.core, db }, 'kassa', { limit: 50 }),
    'withdrawals_brand_id_id_key',
  ],
  ['webhooks', (db) => listDeliveries(db, 'kassa'), 'webhook_events_brand_id_id_key'],
  [
    'webhooks by type',
    (db) => listDeliveries(db, 'kassa', { type: 'never.heard' }),
    'webhook_events_by_type',
  ],
  [
    'webhooks that are retried',
    (db) => listDeliveries(db, 'kassa', { status: 'retried' }),
    'webhook_events_retried',
  ],
  ['acts', (db) => readList(actsList, db, {}), 'operator_acts_of_brand'],
  [
    'acts by action',
    (db) => readList(actsList, db, { action: 'never-done' }),
    'operator_acts_by_action',
  ],
  ['pending acts', (db) => readList(pendingActsList, db, {}), 'pending_acts_brand_id_id_key'],
  [
    'pending acts by state',
    (db) => readList(pendingActsList, db, { state: 'rejected' }),
    'pending_acts_by_state',
  ],
  ['claims that wait', (db) => readList(claimsList, db, {}), 'claims_due'],
  [
    'claims by status',
    (db) => readList(claimsList, db, { status: 'moreNeeded' }),
    'claims_by_status',
  ],
  ["a deposit's claims", loadClaimOfDeposit, 'claims_of_deposit'],
  [
    'claims past their retention',
    (db) =>
      db.transaction().execute((tx) => {
        const before = new Date(Date.now() - 24 * 3600_000);
        return deleteClaimProofs(tx, { brandId: 'kassa', before, limit: 100 });
      }),
    'claims_to_clear',
  ],
])('a list of %s scans only the rows of its brand, newest first', async (_, search, index) => {
  const plan = await explainQueries(server.core.db, search);
  expect(plan).toContain(index);
  expect(plan).not.toMatch(
    /Seq Scan on (deposits|withdrawals|webhook_events|operator_acts|pending_acts|claims)/,
  );
});
