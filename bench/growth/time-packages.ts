import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { signPlayerToken } from '@kassa/test-kit';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import * as z from 'zod/mini';
import { issuerOf, notifyPaid, type Player, post, tokenSecret } from '../deposits/player.ts';
import type { Db } from '../deposits/wait-for-credited.ts';
import { median } from '../measuring/statistics.ts';
import { type Side, untilCredited } from './time-deposits.ts';

/** The brand that sells coin packages. */
export const sweepstakeBrand = 'sweeping';

const price = '50';
const box = {
  boxId: 'bench',
  price,
  priceCurrencyCode: 'EUR',
  gcAmount: '500000',
  scAmount: '50',
  perPlayer: 1000,
  stock: 2_000,
};
const files = ['box-5', 'box-10', 'box-20', 'box-50', 'box-100'];

/** Writes the catalogue of the brand with packages: one for the money of the benchmark. */
export async function writeSweepstake(folder: string): Promise<void> {
  const own = path.join(folder, 'catalogs', sweepstakeBrand);
  await mkdir(own, { recursive: true });
  const sweepstake = { currency: 'EUR', needsAge: false, needsIdentity: false };
  const overlay = { sweepstake, packages: { add: [box], remove: files } };
  await writeFile(path.join(own, 'sweepstake.json'), JSON.stringify(overlay));
}

/** Makes players with accounts in sweep coins. */
export async function makeSweepstakePlayers(count: number): Promise<Player[]> {
  const ids = Array.from({ length: count }, () => uuidv7());
  const claims = { issuer: issuerOf(sweepstakeBrand), currency: 'QSC' };
  return Promise.all(
    ids.map(async (id) => ({
      id,
      token: await signPlayerToken(tokenSecret, { ...claims, playerId: id }),
    })),
  );
}

/**
 * Orders nearly the whole stock of the package, which every list and order counts. The orders can still be
 * paid, and nobody asks for them.
 */
export async function fillStock(db: Db): Promise<void> {
  const { boxId, gcAmount, scAmount, stock } = box;
  await sql`
    with players as (
      insert into players (id, brand_id, external_id)
      select uuidv7(), ${sweepstakeBrand}, 'stock-' || n from generate_series(1, 100) as n
      returning id),
    orders as (
      insert into deposits (id, brand_id, player_id, reference, payment_method, connector, status,
        amount, currency, account_amount, account_currency, return_url, expires_at,
        box_id, gold_amount, sweep_amount, price, price_currency)
      select uuidv7(), ${sweepstakeBrand}, id, 'KP-' || n || '-' || row_number() over (),
        'card_international', 'sandbox', 'awaitingPlayer', ${price}::numeric, 'EUR', ${price}::numeric, 'EUR',
        'http://localhost/', now() + interval '10 days',
        ${boxId}, ${gcAmount}::numeric, ${scAmount}::numeric, ${price}::numeric, 'EUR'
      from players, generate_series(1, ${(stock * 0.9) / 100}::integer) as n
      returning id)
    insert into deposit_transitions (id, brand_id, deposit_id, from_status, to_status, reason, created_at)
    select uuidv7(), ${sweepstakeBrand}, id, s.before, s.after, 'ordered', now() + s.nth * interval '1 ms'
    from orders cross join (values
      (0, null, 'created'), (1, 'created', 'awaitingPlayer')) as s (nth, before, after)`.execute(
    db,
  );
  await sql`vacuum analyze deposits`.execute(db);
}

const orderedSchema = z.object({ depositId: z.string() });

/**
 * Buys packages, one after the other, and looks at the packages and at what can be redeemed before each.
 * Returns the medians in ms, by name.
 */
export async function timePackages(
  side: Side,
  players: Player[],
  count: number,
): Promise<Record<string, number>> {
  const [offers, sums, packages]: [number[], number[], number[]] = [[], [], []];
  for (let index = 0; index < count; index += 1) {
    const player = players[index % players.length];
    if (player === undefined) throw new Error('A benchmark needs players.');
    const headers = { authorization: `Bearer ${player.token}`, 'idempotency-key': uuidv7() };
    const call = (name: string, request: object) =>
      post(side.target, `/api/banking/${name}`, JSON.stringify(request), headers);
    offers.push(await time(() => call('sweepstake-boxes', {})));
    sums.push(await time(() => call('sweepstake-recoup-sum', { currency: 'QSC' })));
    packages.push(
      await time(async () => {
        const order = { amount: price, currency: 'EUR', paymentType: side.target.method };
        const answer = await call('deposit-create-sweepstake', { ...order, boxId: box.boxId });
        const { depositId } = orderedSchema.parse(JSON.parse(answer));
        await notifyPaid(side.target, depositId);
        await untilCredited(side.db, depositId);
      }),
    );
  }
  return {
    'the coin packages on offer': median(offers),
    'what can be redeemed': median(sums),
    'a coin package': median(packages),
  };
}

async function time(act: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await act();
  return performance.now() - startedAt;
}
