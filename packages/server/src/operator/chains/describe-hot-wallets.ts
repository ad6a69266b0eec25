import { blockchainSchema, blockchains, type Decimal, decimalSchema } from '@kassa/contract';
import * as z from 'zod/mini';
import { ChainError } from '../../connectors/chain-rail.ts';
import { fromUnits } from '../../connectors/coin-units.ts';
import type { WalletLook } from '../../connectors/hot-wallet.ts';
import type { Core } from '../../core/core.ts';
import type { ChainPayout } from '../../ground/database/tables/chain-payouts.ts';
import {
  findHotWallet,
  listHotWallets,
  type PayingWallet,
} from '../../money/chain-payouts/find-hot-wallet.ts';
import { findUnknownNonces, loadKnownNonce } from '../../money/chain-payouts/known-nonce.ts';
import { sumOfAccount } from '../../money/chain-payouts/take-place.ts';
import { instantSchema } from '../request-fields.ts';

/** What a hot wallet has of a coin, and has paid of it. */
const walletCoinSchema = z.object({
  currency: z.string(),
  contract: z.nullable(z.string()),
  /** Null if no node answers. */
  balance: z.nullable(decimalSchema),
  spentToday: decimalSchema,
  /** Null: no cap. */
  dailyCap: z.nullable(decimalSchema),
});

/** A payout that has its place in the wallet and isn't confirmed yet. */
const openPayoutSchema = z.object({
  withdrawalId: z.string(),
  /** `reserved`: it waits for its signature. */
  status: z.enum(['reserved', 'signed']),
  coin: z.string(),
  amount: decimalSchema,
  nonce: z.nullable(z.int()),
  /** The block that has it; null if none has. */
  height: z.nullable(z.int()),
  /** It has waited for a block for longer than `stuckMinutes`. */
  isStuck: z.boolean(),
  /** Why it makes no progress; null if it does. */
  problem: z.nullable(z.string()),
  reservedAt: instantSchema,
});

/** A wallet that pays players. */
export const hotWalletSchema = z.object({
  account: z.string(),
  blockchain: blockchainSchema,
  address: z.string(),
  isTestNetwork: z.boolean(),
  coins: z.array(walletCoinSchema),
  /** The number of the next transaction; null on chains with outputs, or if no node answers. */
  nextNonce: z.nullable(z.int()),
  /**
   * The numbers of transactions that the chain has and no payout: nothing is paid before an operator
   * answers for them. Null if there are none, or if no node answers.
   */
  unknownNonces: z.nullable(z.object({ from: z.int(), to: z.int() })),
  /** The unspent confirmed outputs; null on chains with accounts, or if no node answers. */
  outputs: z.nullable(z.int()),
  /** Why no node answers; null if one does. */
  nodeProblem: z.nullable(z.string()),
  /** Approved withdrawals that have no place in the wallet yet, as when it has too little. */
  waiting: z.int(),
  stuck: z.int(),
  /** The oldest ones; at most 100. */
  openPayouts: z.array(openPayoutSchema),
});

type HotWalletState = z.infer<typeof hotWalletSchema>;

const mostShown = 100;

/** Describes the wallets of a brand, as their nodes and the rows tell. */
export async function describeHotWallets(core: Core, brandId: string): Promise<HotWalletState[]> {
  const wallets = listHotWallets(core).filter((paying) => paying.brandId === brandId);
  const approved = await countApproved(core, brandId);
  return Promise.all(
    wallets.map((paying) => describeWallet(core, paying, approved.get(keyOf(paying)) ?? 0)),
  );
}

const keyOf = ({ account, rail }: PayingWallet) => `${account} ${rail.blockchain}`;

async function describeWallet(
  core: Core,
  paying: PayingWallet,
  waiting: number,
): Promise<HotWalletState> {
  const { account, rail, wallet } = paying;
  const { blockchain } = rail;
  const seen = await lookAt(paying);
  const isSeen = !('problem' in seen);
  const open = await loadOpen(core, paying);
  const openPayouts = open.map((payout) => describeOpen(core, paying, payout));
  const isWithOutputs = blockchains[blockchain].family === 'utxo';
  return {
    account,
    blockchain,
    address: wallet.address,
    isTestNetwork: rail.isTest,
    coins: await Promise.all(
      [...rail.coins.values()].map(async ({ currency, shownContract, decimals }) => ({
        currency,
        contract: shownContract,
        balance: isSeen ? fromUnits(seen.balances.get(currency) ?? 0n, decimals) : null,
        spentToday: await sumOfAccount(core, core.db, paying, currency),
        dailyCap: wallet.dailyCap.get(currency) ?? null,
      })),
    ),
    nextNonce: isSeen ? seen.nonce : null,
    unknownNonces: isSeen
      ? findUnknownNonces(await loadKnownNonce(core.db, paying), seen.nonce)
      : null,
    outputs: isSeen && isWithOutputs ? seen.outputs.length : null,
    nodeProblem: isSeen ? null : seen.problem,
    waiting,
    stuck: openPayouts.filter(({ isStuck }) => isStuck).length,
    openPayouts,
  };
}

async function lookAt({ wallet }: PayingWallet): Promise<WalletLook | { problem: string }> {
  try {
    return await wallet.look();
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    return { problem: `${error.reason}: ${error.message}` };
  }
}

/** Those of this account alone: the settings of two brands may name one wallet. */
function loadOpen(
  { db }: Core,
  { brandId, account, rail, wallet }: PayingWallet,
): Promise<ChainPayout[]> {
  return db
    .selectFrom('chain_payouts')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('account', '=', account)
    .where('blockchain', '=', rail.blockchain)
    .where('network', '=', wallet.network)
    .where('wallet', '=', wallet.address)
    .where('status', 'in', ['reserved', 'signed'])
    .orderBy('reserved_at')
    .limit(mostShown)
    .execute();
}

function describeOpen(
  { now }: Core,
  { wallet }: PayingWallet,
  payout: ChainPayout,
): z.infer<typeof openPayoutSchema> {
  const { height, signed_at } = payout;
  const ageMs = signed_at === null ? 0 : now().getTime() - signed_at.getTime();
  const amount: Decimal = payout.amount;
  return {
    withdrawalId: payout.withdrawal_id,
    status: payout.status === 'reserved' ? 'reserved' : 'signed',
    coin: payout.coin,
    amount,
    nonce: payout.nonce === null ? null : Number(payout.nonce),
    height,
    isStuck: height === null && ageMs > wallet.stuckMs,
    problem: payout.problem,
    reservedAt: payout.reserved_at.toISOString(),
  };
}

/** Counts approved withdrawals by the wallet that would pay them: few rows of a partial index. */
async function countApproved(core: Core, brandId: string): Promise<Map<string, number>> {
  const rows = await core.db
    .selectFrom('withdrawals')
    .select(['connector', 'payment_method', ({ fn }) => fn.countAll<string>().as('count')])
    .where('brand_id', '=', brandId)
    .where('next_check_at', 'is not', null)
    .where('status', '=', 'approved')
    .groupBy(['connector', 'payment_method'])
    .execute();
  const counts = new Map<string, number>();
  for (const { connector: account, payment_method: paymentMethod, count } of rows) {
    const paying = findHotWallet(core, { brandId, account, paymentMethod });
    if (paying === null) continue;
    const key = keyOf(paying);
    counts.set(key, (counts.get(key) ?? 0) + Number(count));
  }
  return counts;
}
