import { CallError } from '@kassa/contract';
import { ChainError } from '../../connectors/chain-rail.ts';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import { listHotWallets, type PayingWallet } from '../../money/chain-payouts/find-hot-wallet.ts';
import { findUnknownNonces, loadKnownNonce } from '../../money/chain-payouts/known-nonce.ts';
import { OperatorError } from '../operator-error.ts';

/** The wallet of an account on a chain, and the number of its next transaction. */
export interface SeenWallet {
  paying: PayingWallet;
  nextNonce: number | null;
}

/**
 * Asks the nodes of an account's hot wallet for its next number.
 * @throws OperatorError chain.notFound if the account has none; act.impossible if no node answers
 */
export async function seeWallet(
  core: Core,
  place: Pick<PayingWallet, 'brandId' | 'account'> & Pick<PayingWallet['rail'], 'blockchain'>,
): Promise<SeenWallet> {
  const paying = listHotWallets(core).find(
    ({ brandId, account, rail }) =>
      brandId === place.brandId &&
      account === place.account &&
      rail.blockchain === place.blockchain,
  );
  if (paying === undefined) {
    throw new OperatorError('chain.notFound', 'There is no such account, or it pays nobody here.');
  }
  try {
    return { paying, nextNonce: (await paying.wallet.look()).nonce };
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    throw new OperatorError('act.impossible', `No node answers (${error.reason}).`);
  }
}

/**
 * Records that an operator answers for the wallet's transactions up to a number, though no payout has
 * them.
 * @throws OperatorError act.impossible if there are none; CallError request.invalid
 */
export async function acknowledgeNonces(
  tx: Tx,
  { paying, nextNonce }: SeenWallet,
  upToNonce: number,
): Promise<{ from: number; to: number }> {
  const none = new OperatorError('act.impossible', 'Every transaction of the wallet is known.');
  const unknown = findUnknownNonces(await loadKnownNonce(tx, paying), nextNonce);
  if (unknown === null) throw none;
  const { from, to } = unknown;
  if (upToNonce < from || upToNonce > to) {
    const message = `upToNonce: must be from ${from} to ${to}, the numbers that no payout has`;
    throw new CallError('request.invalid', message, { field: 'upToNonce' });
  }
  const { brandId, account, rail, wallet } = paying;
  const changed = await tx
    .updateTable('hot_wallets')
    .set({ known_nonce: upToNonce })
    .where('blockchain', '=', rail.blockchain)
    .where('network', '=', wallet.network)
    .where('address', '=', wallet.address)
    .where('brand_id', '=', brandId)
    .where('account', '=', account)
    .returning('address')
    .executeTakeFirst();
  if (changed === undefined) throw none;
  return unknown;
}
