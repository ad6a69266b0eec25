import type { World } from './world.ts';

/** Returns the item that an index chooses, modulo the length; undefined for an empty list. */
export function choose<Item>(items: readonly Item[], index: number): Item | undefined {
  return items[index % Math.max(items.length, 1)];
}

/** Formats cents as an amount; currencies without cents get whole units. */
export const amountOf = (cents: number, currency: string) =>
  currency === 'JPY' ? String(cents) : fromCents(cents);

/** Formats cents exactly: `1234` is `12.34`. */
function fromCents(cents: number): string {
  const digits = String(cents).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Returns the signed-in player that an index chooses. */
export function choosePlayer({ players }: World, index: number) {
  const player = choose(players, index);
  if (player === undefined) throw new Error('A world without players');
  return player;
}

/** Loads the brand's deposits, oldest first. */
export function listDeposits({ db, brandId }: World) {
  return db
    .selectFrom('deposits')
    .selectAll()
    .where('brand_id', '=', brandId)
    .orderBy('id')
    .execute();
}

/** Loads the brand's withdrawals, oldest first. */
export function listWithdrawals({ db, brandId }: World) {
  return db
    .selectFrom('withdrawals')
    .selectAll()
    .where('brand_id', '=', brandId)
    .orderBy('id')
    .execute();
}

/** Loads the brand's refunds through the provider, oldest first. */
export function listRefunds({ db, brandId }: World) {
  return db
    .selectFrom('refunds')
    .selectAll()
    .where('brand_id', '=', brandId)
    .orderBy('id')
    .execute();
}

/** Loads the brand's payments, oldest first. */
export function listPayments({ db, brandId }: World) {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('brand_id', '=', brandId)
    .orderBy('id')
    .execute();
}

/** Loads the brand's bonuses in a state, oldest first. */
export function listBonuses({ db, brandId }: World, status: 'offered' | 'accrued') {
  return db
    .selectFrom('bonuses')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('status', '=', status)
    .orderBy('id')
    .execute();
}

/** Returns the owner of a deposit, withdrawal or bonus. */
export const ownerOf = ({ brand_id, player_id }: { brand_id: string; player_id: string }) => ({
  brandId: brand_id,
  playerId: player_id,
});
