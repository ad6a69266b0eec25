import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { watchChains } from '../money/chains/watch-chains.ts';
import { useChainDesk } from '../testing/chain-desk.ts';
import { bringCoinPlayer } from '../testing/coin-methods.ts';
import { copyRows } from '../testing/copy-rows.ts';
import { explainQueries } from '../testing/explain-queries.ts';
import type { Endpoint } from './define-endpoint.ts';
import { endpoint as addressesList } from './endpoints/chain-addresses-list.ts';
import { endpoint as paymentsList } from './endpoints/chain-payments-list.ts';

const desk = useChainDesk();
const count = 3_000;

/** One row in ten belongs to the brand, as where many brands share a server. */
const brandOf = "case n % 10 when 7 then 'kassa' else 'other' end";

/** One settled payment and one address, copied many times. */
beforeAll(async () => {
  const { target } = await (await bringCoinPlayer(desk)).ask();
  desk.bitcoin.send({ target, units: 1_000_000n });
  desk.bitcoin.mine(5);
  await watchChains(desk.server.core);
  const copy = (table: string, changes: Record<string, string>) => {
    const from = sql`
      (select * from ${sql.table(table)} limit 1) t, generate_series(1, ${count}::integer) n`;
    return copyRows(desk.server.core.db, table, from, { brand_id: brandOf, ...changes });
  };
  await copy('players', { id: "md5('p' || n)::uuid", external_id: 'n::text' });
  await copy('chain_addresses', {
    id: "md5('a' || n)::uuid",
    address: "'a' || n",
    target: "'t' || n",
    player_id: "md5('p' || n)::uuid",
  });
  await copy('chain_payments', {
    id: "md5('x' || n)::uuid",
    txid: "'x' || n",
    address_id: "md5('a' || n)::uuid",
    deposit_id: 'null::uuid',
    player_id: "md5('p' || n)::uuid",
  });
  for (const table of ['chain_addresses', 'chain_payments', 'deposits', 'players']) {
    await sql`analyze ${sql.table(table)}`.execute(desk.server.core.db);
  }
});

/** Returns the database's plans for the queries of a list. */
function explain(list: Endpoint, request: object): Promise<string> {
  const prepared = list.prepare(request);
  if (prepared.kind !== 'reading') throw new Error('The list is not a reading endpoint');
  const nobody = { keyId: null, actor: '', expiresAt: null, requestId: '' };
  const operator = { brandId: 'kassa', scopes: new Set<never>(), ...nobody };
  const { core } = desk.server;
  return explainQueries(core.db, (db) => prepared.read({ ...core, db }, operator));
}

test.each<[string, Endpoint, object, string]>([
  ['an address', addressesList, { address: 'a77' }, 'chain_addresses_by_address'],
  ['a target of EVM', addressesList, { address: `0x${'A'.repeat(40)}` }, 'chain_addresses_taken'],
  ['all addresses', addressesList, {}, 'chain_addresses_brand_id_id_key'],
  ['a transaction', paymentsList, { txid: 'x77' }, 'chain_payments_by_txid'],
  ['payments to an address', paymentsList, { address: 'a77' }, 'chain_payments_of_address'],
  ['payments of a deposit', paymentsList, { depositId: 'KS-1' }, 'chain_payments_of_deposit'],
  ['what waits for a decision', paymentsList, {}, 'chain_payments_parked'],
  ['dropped payments', paymentsList, { status: 'dropped' }, 'chain_payments_by_status'],
  ["a player's addresses", addressesList, { player: 'player-7' }, 'chain_addresses_of_player'],
  ['the address of a deposit', addressesList, { depositId: 'KS-1' }, 'AND (id = ANY'],
  ['all payments', paymentsList, { status: 'all' }, 'chain_payments_brand_id_id_key'],
])('a look-up of %s reads no table from end to end', async (_, list, request, index) => {
  const plan = await explain(list, request);
  expect(plan).toContain(index);
  expect(plan).not.toMatch(/Seq Scan on (chain_addresses|chain_payments)/);
});
