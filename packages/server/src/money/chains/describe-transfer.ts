import { createHash } from 'node:crypto';
import { type ChainPaymentNote, compareDecimals, methodLimits } from '@kassa/contract';
import type { Insertable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { findBrandMethod } from '../../catalog/select-methods.ts';
import type { ChainCoin } from '../../connectors/chain-coin.ts';
import type { ChainTransfer } from '../../connectors/chain-rail.ts';
import { fromUnits } from '../../connectors/coin-units.ts';
import type { Core } from '../../core/core.ts';
import type { ChainPaymentsTable } from '../../ground/database/tables/chains.ts';
import { hasMoney, isOpen } from '../states/deposit.machine.ts';
import type { Recipient } from './find-recipients.ts';
import { placeOf, type WatchedChain } from './lease.ts';

/** A payment to one of the operator's addresses. */
export interface Finding {
  transfer: ChainTransfer;
  /** Null if the comment of a shared address names no player. */
  recipient: Recipient | null;
  /** The block; null while it waits for one. */
  block: { height: number; hash: string } | null;
  /** Whether an own address of the operator's has sent it. */
  isOwnSent: boolean;
}

/**
 * Describes a payment that is seen for the first time: its coin, its amount to the last unit, the
 * rate of this moment, and why it isn't credited by itself, if so.
 */
export async function describeTransfer(
  core: Pick<Core, 'ratesOf' | 'catalogOf' | 'now'>,
  chain: WatchedChain,
  { transfer, recipient, block, isOwnSent }: Finding,
): Promise<Insertable<ChainPaymentsTable>> {
  const { txid, index, memo, contract, units } = transfer;
  const coin = findCoin(chain, contract);
  const amount = fromUnits(units, coin?.decimals ?? 0);
  const because = findFault(coin, recipient, memo, amount) ?? (isOwnSent ? 'ownTransfer' : null);
  const rate =
    coin === undefined || recipient === null
      ? null
      : await core
          .ratesOf(chain.brandId)
          .rate(coin.currency, recipient.accountCurrency, core.now());
  return {
    id: uuidv7(),
    ...placeOf(chain),
    txid,
    index,
    content: digestContent(transfer),
    address_id: recipient?.addressId ?? null,
    player_id: recipient?.playerId ?? null,
    deposit_id: recipient?.depositId ?? null,
    coin: coin?.currency ?? null,
    contract,
    amount,
    memo,
    height: block?.height ?? null,
    block_hash: block?.hash ?? null,
    rate: rate?.rate ?? null,
    rate_source: rate?.source ?? null,
    account_currency: recipient?.accountCurrency ?? null,
    status: because === null ? 'seen' : 'parked',
    because,
    note: findNote(core, chain, { coin, recipient, amount, because }),
    seen_at: core.now(),
  };
}

/**
 * Names what a payment moves. A contract may do something else in another block, so that the same
 * place of the same transaction is another payment after a reorganisation.
 */
function digestContent({ target, memo, contract, units }: ChainTransfer): string {
  const content = JSON.stringify([target, memo, contract, units.toString()]);
  return createHash('sha256').update(content).digest('hex').slice(0, 16);
}

function findCoin({ rail }: WatchedChain, contract: string | null): ChainCoin | undefined {
  return [...rail.coins.values()].find((coin) => coin.contract === contract);
}

function findFault(
  coin: ChainCoin | undefined,
  recipient: Recipient | null,
  memo: string | null,
  amount: string,
): ChainPaymentsTable['because'] {
  if (coin === undefined) return 'unknownToken';
  if (recipient === null) return memo === null ? 'noMemo' : 'unknownMemo';
  // Fees for collecting tokens are sent to their addresses, too: this is no deposit.
  if (coin.currency !== recipient.coin) return 'otherCoin';
  return compareDecimals(amount, coin.dust) < 0 ? 'dust' : null;
}

interface NoteFacts {
  coin: ChainCoin | undefined;
  recipient: Recipient | null;
  amount: string;
  because: ChainPaymentsTable['because'];
}

/** Returns what is unusual about a payment; the most important if it is several things. */
function findNote(
  core: Pick<Core, 'catalogOf'>,
  { brandId }: WatchedChain,
  { coin, recipient, amount, because }: NoteFacts,
): ChainPaymentNote | null {
  if (recipient === null) return null;
  if (coin?.currency !== recipient.coin) return 'otherCoin';
  if (because === 'ownTransfer') return null;
  if (because === 'dust') return 'dust';
  const { ceiling, paymentMethod, country, status } = recipient;
  if (ceiling !== null && compareDecimals(amount, ceiling) > 0) return 'aboveMaximum';
  const method = findBrandMethod(core.catalogOf(brandId), paymentMethod);
  const { min } = method ? methodLimits(method, coin.currency, country ?? '') : { min: '0' };
  if (compareDecimals(amount, min) < 0) return 'belowMinimum';
  return isOpen(status) || hasMoney(status) ? null : 'late';
}
