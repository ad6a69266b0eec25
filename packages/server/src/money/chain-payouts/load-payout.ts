import type { ChainCoin } from '../../connectors/chain-coin.ts';
import type { Reservation, SignedTransaction } from '../../connectors/hot-wallet.ts';
import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../ground/database/connect.ts';
import type { ChainPayout } from '../../ground/database/tables/chain-payouts.ts';
import type { Withdrawal } from '../../ground/database/tables/withdrawals.ts';
import type { PayingWallet } from './find-hot-wallet.ts';

/** Loads the payout of a withdrawal; undefined if it has no place in a wallet. */
export function loadPayout(
  db: Db | Tx,
  { id, brand_id }: Pick<Withdrawal, 'id' | 'brand_id'>,
): Promise<ChainPayout | undefined> {
  return db
    .selectFrom('chain_payouts')
    .selectAll()
    .where('brand_id', '=', brand_id)
    .where('withdrawal_id', '=', id)
    .executeTakeFirst();
}

/**
 * Whether the payout of a withdrawal has its place, but no signature that could be sent. Under the
 * lock of the withdrawal it stays so: a signature is stored only while the withdrawal is `sending`.
 */
export async function isUnsigned(
  tx: Tx,
  withdrawal: Pick<Withdrawal, 'id' | 'brand_id'>,
): Promise<boolean> {
  return (await loadPayout(tx, withdrawal))?.status === 'reserved';
}

/** What a payout has taken of its wallet. */
export async function loadReservation(
  db: Db | Tx,
  { withdrawal_id, nonce }: ChainPayout,
): Promise<Reservation> {
  const inputs = await db
    .selectFrom('chain_payout_inputs')
    .select(['txid', 'vout', 'units'])
    .where('withdrawal_id', '=', withdrawal_id)
    .orderBy('txid')
    .orderBy('vout')
    .execute();
  return {
    nonce: nonce === null ? null : Number(nonce),
    inputs: inputs.map(({ units, ...output }) => ({ ...output, units: BigInt(units) })),
  };
}

/** A signed transaction as it is stored. */
export interface StoredTransaction extends SignedTransaction {
  number: number;
  signedAt: Date;
}

/** All that was signed for a payout, oldest first. */
export async function loadSigned(
  db: Db | Tx,
  { withdrawal_id }: Pick<ChainPayout, 'withdrawal_id'>,
): Promise<StoredTransaction[]> {
  const rows = await db
    .selectFrom('chain_payout_transactions')
    .selectAll()
    .where('withdrawal_id', '=', withdrawal_id)
    .orderBy('number')
    .execute();
  return rows.map(({ number, txid, raw, fee, signed_at }) => ({
    number,
    txid,
    raw,
    fee: BigInt(fee),
    signedAt: signed_at,
  }));
}

/** The wallet and coin of a payout as the settings have them now; null if they have changed. */
export function findWalletOf(
  { brands }: Pick<Core, 'brands'>,
  { brand_id, account, blockchain, network, wallet: address, coin: currency }: ChainPayout,
): (PayingWallet & { coin: ChainCoin }) | null {
  const rail = brands.get(brand_id)?.accounts.get(account)?.rails.get(blockchain);
  const coin = rail?.coins.get(currency);
  const wallet = rail?.hotWallet;
  if (rail === undefined || coin === undefined) return null;
  if (wallet?.address !== address || wallet.network !== network) return null;
  return { brandId: brand_id, account, rail, wallet, coin };
}
