import { v7 as uuidv7 } from 'uuid';
import type { OwnWorld, PoolAccount } from './own-world.ts';

/** The invoices of one account, in smallest units of its currency. */
export interface Crowd {
  account: PoolAccount;
  units: readonly number[];
}

/** Random numbers between 0 and 1, the same for the same seed. */
export function startRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Draws the amounts of other players' invoices: half of them within 1 % of the amount under attack,
 * the others anywhere. None is one that people type, and no two are equal.
 */
export function drawUnits(
  random: () => number,
  { base, perUnit, count }: { base: number; perUnit: number; count: number },
): number[] {
  const drawn = new Set<number>();
  const isTyped = (units: number) => units % (perUnit === 1 ? 10 : perUnit) === 0;
  // Few amounts are near a small one.
  for (let tries = 0; drawn.size < count / 2 && tries < count * 4; tries += 1) {
    const units = Math.round(base * (0.991 + random() * 0.018));
    if (!isTyped(units)) drawn.add(units);
  }
  while (drawn.size < count) {
    const units = Math.round(base * (1.1 + random() * 40));
    if (!isTyped(units)) drawn.add(units);
  }
  return [...drawn];
}

/** Writes live invoices of players who don't pay, as the pool would. */
export async function seedCrowd(
  { db, core, brandId }: OwnWorld,
  crowds: readonly Crowd[],
  toAmount: (units: number) => string,
): Promise<void> {
  const now = core.now();
  const playerId = uuidv7();
  await db
    .insertInto('players')
    .values({ id: playerId, brand_id: brandId, external_id: playerId })
    .execute();
  const invoices = crowds.flatMap(({ account: { row }, units }) =>
    units.map((one) => ({ id: uuidv7(), row, amount: toAmount(one) })),
  );
  await db
    .insertInto('deposits')
    .values(
      invoices.map(({ id, row, amount }) => ({
        id,
        brand_id: brandId,
        player_id: playerId,
        reference: `KS-${id}`,
        payment_method: 'transfer',
        connector: row.account,
        requisite_id: row.id,
        status: 'awaitingPlayer' as const,
        amount,
        currency: row.currency,
        account_amount: amount,
        account_currency: row.currency,
        return_url: 'http://localhost',
        expires_at: new Date(now.getTime() + 3_600_000),
        created_at: now,
      })),
    )
    .execute();
  await db
    .insertInto('requisite_reservations')
    .values(
      invoices.map(({ id, row, amount }) => ({
        deposit_id: id,
        brand_id: brandId,
        requisite_id: row.id,
        amount,
        currency: row.currency,
        has_reference: false,
        day: now.toISOString().slice(0, 10),
        created_at: now,
      })),
    )
    .execute();
}
