import type { World } from './world.ts';

export type StoredRows = Awaited<ReturnType<typeof loadStoredRows>>;

/** Loads all rows that Kassa has of a world. */
export async function loadStoredRows(world: World) {
  const { db, brandId } = world;
  const [
    deposits,
    depositMoves,
    attempts,
    payments,
    reversals,
    withdrawals,
    withdrawalMoves,
    refunds,
    refundMoves,
    operations,
    notifications,
    keys,
    events,
    players,
    accounts,
    bonuses,
    corrections,
  ] = await Promise.all([
    db.selectFrom('deposits').selectAll().where('brand_id', '=', brandId).execute(),
    db.selectFrom('deposit_transitions').selectAll().where('brand_id', '=', brandId).execute(),
    db
      .selectFrom('deposit_attempts')
      .selectAll()
      .where('brand_id', '=', brandId)
      .orderBy('number')
      .execute(),
    db.selectFrom('payments').selectAll().where('brand_id', '=', brandId).execute(),
    db.selectFrom('reversals').selectAll().where('brand_id', '=', brandId).execute(),
    db.selectFrom('withdrawals').selectAll().where('brand_id', '=', brandId).execute(),
    db.selectFrom('withdrawal_transitions').selectAll().where('brand_id', '=', brandId).execute(),
    db.selectFrom('refunds').selectAll().where('brand_id', '=', brandId).execute(),
    db.selectFrom('refund_transitions').selectAll().where('brand_id', '=', brandId).execute(),
    db.selectFrom('wallet_operations').selectAll().where('brand_id', '=', brandId).execute(),
    db.selectFrom('provider_notifications').selectAll().where('brand_id', '=', brandId).execute(),
    db.selectFrom('idempotency_keys').selectAll().where('brand_id', '=', brandId).execute(),
    db
      .selectFrom('webhook_events')
      .selectAll()
      .where('brand_id', '=', brandId)
      .orderBy('sequence')
      .execute(),
    db.selectFrom('players').selectAll().where('brand_id', '=', brandId).execute(),
    db
      .selectFrom('ledger_accounts')
      .select(['owner', 'balance'])
      .where('brand_id', '=', brandId)
      .where('kind', '=', 'player')
      .execute(),
    db.selectFrom('bonuses').selectAll().where('brand_id', '=', brandId).execute(),
    db.selectFrom('corrections').selectAll().where('brand_id', '=', brandId).execute(),
  ]);
  return {
    deposits,
    depositMoves,
    attempts,
    payments,
    reversals,
    withdrawals,
    withdrawalMoves,
    refunds,
    refundMoves,
    operations,
    notifications,
    keys,
    events,
    players,
    bonuses,
    corrections,
    balances: new Map(accounts.map(({ owner, balance }) => [owner, balance ?? '0'])),
  };
}
