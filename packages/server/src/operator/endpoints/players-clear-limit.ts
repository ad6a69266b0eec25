import * as z from 'zod/mini';
import { clearPlayerLimit } from '../../players/player-limits.ts';
import { defineAct } from '../define-endpoint.ts';
import {
  describeLimit,
  findPlayerRef,
  limitFields,
  limitSchema,
  playerField,
} from '../lookup/players.ts';
import { OperatorError } from '../operator-error.ts';
import { reasonSchema } from '../request-fields.ts';

export const endpoint = defineAct({
  method: 'POST',
  path: '/players/{player}/limits/clear',
  scope: 'players',
  summary: "End a limit: your own at once, the player's own in 24 hours.",
  subject: { kind: 'player', field: 'player' },
  command: { words: 'players unlimit', arguments: ['player'] },
  request: z.strictObject({ ...playerField, ...limitFields, reason: reasonSchema }),
  response: z.object({ limit: z.nullable(limitSchema) }),
  act: async (core, { tx, operator }, { player, ...limit }) => {
    const { brandId, actor } = operator;
    const ref = await findPlayerRef(tx, brandId, player);
    const { before, after } = await clearPlayerLimit(core, tx, ref, { ...limit, actor });
    if (before === null) throw new OperatorError('act.impossible', 'There is no such limit.');
    const left = after && describeLimit(after);
    return {
      response: { limit: left },
      subject: { kind: 'player', id: ref.playerId },
      before: { limit: describeLimit(before) },
      after: { limit: left },
    };
  },
});
