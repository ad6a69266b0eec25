import { decimalSchema } from '@kassa/contract';
import * as z from 'zod/mini';
import { endForbiddenDeposits } from '../../money/provider-events/end-forbidden-deposits.ts';
import { setPlayerLimit } from '../../players/player-limits.ts';
import { defineAct } from '../define-endpoint.ts';
import {
  describeLimit,
  findPlayerRef,
  limitFields,
  limitSchema,
  playerField,
} from '../lookup/players.ts';
import { reasonSchema } from '../request-fields.ts';

export const endpoint = defineAct({
  method: 'POST',
  path: '/players/{player}/limits',
  scope: 'players',
  summary:
    "Limit a player's deposits or withdrawals. A looser limit of the player's own applies in 24 hours.",
  subject: { kind: 'player', field: 'player' },
  command: { words: 'players limit', arguments: ['player'] },
  request: z.strictObject({
    ...playerField,
    ...limitFields,
    amount: decimalSchema,
    reason: reasonSchema,
  }),
  response: z.object({ limit: z.nullable(limitSchema) }),
  act: async (core, { tx, operator }, { player, amount, currency, ...rest }) => {
    const { brandId, actor } = operator;
    const ref = await findPlayerRef(tx, brandId, player);
    const { before, after } = await setPlayerLimit(core, tx, ref, {
      ...rest,
      actor,
      amount: { amount, currency },
    });
    const limit = after && describeLimit(after);
    return {
      response: { limit },
      subject: { kind: 'player', id: ref.playerId },
      before: { limit: before && describeLimit(before) },
      after: { limit },
      afterCommit: () => endForbiddenDeposits(core, ref),
    };
  },
});
