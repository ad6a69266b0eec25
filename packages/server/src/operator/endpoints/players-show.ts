import { addDecimals, negateDecimal, toCurrencyDecimals } from '@kassa/contract';
import * as z from 'zod/mini';
import type { Core } from '../../core/core.ts';
import type { Db } from '../../ground/database/connect.ts';
import { loadDebt } from '../../money/ledger/balances.ts';
import { listCoinGrants } from '../../money/sweepstake/coin-grants.ts';
import { loadRedeemable } from '../../money/sweepstake/redeemable.ts';
import { listPlayerBlocks } from '../../players/player-blocks.ts';
import { listPlayerLimits } from '../../players/player-limits.ts';
import type { PlayerRef } from '../../players/player-row.ts';
import { listTurnover } from '../../players/player-turnover.ts';
import { listTokenRevocations } from '../../players/token-revocations.ts';
import { defineReading } from '../define-endpoint.ts';
import {
  blockSchema,
  coinGrantSchema,
  describeBlock,
  describeCoinGrant,
  describeLimit,
  describeTokenRevocation,
  findPlayer,
  limitSchema,
  playerField,
  tokenRevocationSchema,
} from '../lookup/players.ts';
import { instantSchema } from '../request-fields.ts';

export const endpoint = defineReading({
  method: 'GET',
  path: '/players/{player}',
  scope: 'read',
  summary:
    'Show a player with balances, debts, turnover, coins of sweepstakes, limits, blocks and revoked tokens.',
  subject: { kind: 'player', field: 'player' },
  command: { words: 'players show', arguments: ['player'] },
  request: z.strictObject(playerField),
  response: z.object({
    id: z.string(),
    player: z.string(),
    knownSince: instantSchema,
    /** Balances in Kassa's own ledger; empty if your wallet keeps the balances. */
    balances: z.array(z.object({ account: z.string(), balance: z.string(), currency: z.string() })),
    /** What the player owes, and what later deposits have settled so far, by currency. */
    debts: z.array(z.object({ owed: z.string(), settled: z.string(), currency: z.string() })),
    /** Everything that the player ever wagered, as you reported it, by currency. */
    turnover: z.array(
      z.object({ currency: z.string(), total: z.string(), updatedAt: instantSchema }),
    ),
    /** What of the sweep coins can be redeemed now, and why not the rest; null without sweepstakes. */
    redeemable: z.nullable(
      z.object({
        amount: z.string(),
        /** The coins that have still to be played, and the sum of bets that plays them. */
        unplayed: z.string(),
        missingPlay: z.string(),
      }),
    ),
    /** The newest 20 packages and free entries that gave the player coins. */
    coinGrants: z.array(coinGrantSchema),
    limits: z.array(limitSchema),
    blocks: z.array(blockSchema),
    /** The revocations of tokens that may not have expired yet. */
    tokenRevocations: z.array(tokenRevocationSchema),
  }),
  read: async (core, { brandId }, { player }) => {
    const { id, external_id, created_at } = await findPlayer(core.db, brandId, player);
    const ref = { brandId, playerId: id };
    const now = core.now();
    const [accounts, debts, turnover, redeemable, grants, limits, blocks, tokenRevocations] =
      await Promise.all([
        core.db
          .selectFrom('ledger_accounts')
          .select(['kind', 'balance', 'currency'])
          .where('brand_id', '=', brandId)
          .where('owner', '=', id)
          .where('balance', 'is not', null)
          .orderBy('kind')
          .execute(),
        loadDebts(core.db, ref),
        listTurnover(core.db, ref),
        describeRedeemable(core, ref),
        listCoinGrants(core.db, ref, 20),
        listPlayerLimits(core.db, ref, now),
        listPlayerBlocks(core.db, ref),
        listTokenRevocations(core.db, ref),
      ]);
    return {
      id,
      player: external_id,
      knownSince: created_at.toISOString(),
      balances: accounts.map(({ kind, balance, currency }) => ({
        account: kind,
        balance: balance ?? '0',
        currency,
      })),
      debts,
      turnover: turnover.map(({ updated_at, ...reported }) => ({
        ...reported,
        updatedAt: updated_at.toISOString(),
      })),
      redeemable,
      coinGrants: grants.map(describeCoinGrant),
      limits: limits.map(describeLimit),
      blocks: blocks.map((block) => describeBlock(block, now)),
      tokenRevocations: tokenRevocations.map(describeTokenRevocation),
    };
  },
});

async function describeRedeemable(core: Pick<Core, 'catalogOf' | 'db'>, player: PlayerRef) {
  if (core.catalogOf(player.brandId).sweepstake === undefined) return null;
  const { amount, unplayed, missingPlay } = await loadRedeemable(core.db, player);
  return { amount, unplayed, missingPlay };
}

/** Loads the player's debts, one per currency in which they ever owed anything. */
async function loadDebts(db: Db, player: PlayerRef) {
  const accounts = await db
    .selectFrom('ledger_accounts')
    .select('currency')
    .where('brand_id', '=', player.brandId)
    .where('kind', '=', 'receivable')
    .where('owner', '=', player.playerId)
    .orderBy('currency')
    .execute();
  return Promise.all(
    accounts.map(async ({ currency }) => {
      const { owed, everBooked } = await loadDebt(db, { ...player, currency });
      const settled = addDecimals(everBooked, negateDecimal(owed));
      return {
        owed: toCurrencyDecimals(owed, currency),
        settled: toCurrencyDecimals(settled, currency),
        currency,
      };
    }),
  );
}
