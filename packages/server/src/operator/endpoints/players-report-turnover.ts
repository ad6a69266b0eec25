import { currencySchema, decimalSchema } from '@kassa/contract';
import * as z from 'zod/mini';
import { reportTurnover } from '../../players/player-turnover.ts';
import { defineAct } from '../define-endpoint.ts';
import { findPlayerRef, playerField } from '../lookup/players.ts';

export const endpoint = defineAct({
  method: 'POST',
  path: '/players/{player}/turnover',
  scope: 'players',
  summary:
    'Report everything that a player ever wagered in a currency, for the rule of withdrawals. A lower total than before changes nothing.',
  subject: { kind: 'player', field: 'player' },
  command: { words: 'players turnover', arguments: ['player', 'currency', 'total'] },
  request: z.strictObject({
    ...playerField,
    currency: currencySchema,
    total: decimalSchema.check(z.describe('the sum of all bets, since the first one')),
  }),
  response: z.object({ currency: z.string(), total: z.string() }),
  act: async (core, { tx, operator }, { player, currency, total }) => {
    const ref = await findPlayerRef(tx, operator.brandId, player);
    const { before, after } = await reportTurnover(core, tx, ref, { amount: total, currency });
    return {
      response: { currency, total: after },
      subject: { kind: 'player', id: ref.playerId },
      ...(before !== null && { before: { currency, total: before } }),
      after: { currency, total: after },
      // What can be redeemed may have grown.
      afterCommit: () => core.publisher.userChanged(operator.brandId, ref.playerId),
    };
  },
});
