import type { World } from './world.ts';

/** The one that a number means among what there is; undefined where there is nothing. */
export function choose<Item>(items: readonly Item[], index: number): Item | undefined {
  return items[index % Math.max(items.length, 1)];
}

/** `1234` is `12.34`; exact, as all amounts are. */
export function fromCents(cents: number): string {
  const digits = String(cents).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** The player that a number means, signed in. */
export function choosePlayer({ players }: World, index: number) {
  const player = choose(players, index);
  if (player === undefined) throw new Error('A world without players');
  return player;
}

/** The brand's deposits, oldest first, as they stand. */
export function listDeposits({ db, brandId }: World) {
  return db
    .selectFrom('deposits')
    .selectAll()
    .where('brand_id', '=', brandId)
    .orderBy('id')
    .execute();
}

/** The brand's withdrawals, oldest first, as they stand. */
export function listWithdrawals({ db, brandId }: World) {
  return db
    .selectFrom('withdrawals')
    .selectAll()
    .where('brand_id', '=', brandId)
    .orderBy('id')
    .execute();
}

/** The brand's payments, oldest first, as they stand. */
export function listPayments({ db, brandId }: World) {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('brand_id', '=', brandId)
    .orderBy('id')
    .execute();
}

/** Whose deposit or withdrawal it is. */
export const ownerOf = ({ brand_id, player_id }: { brand_id: string; player_id: string }) => ({
  brandId: brand_id,
  playerId: player_id,
});
