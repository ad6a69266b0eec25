import * as z from 'zod/mini';
import { erasePlayer } from '../data-protection/erase-player.ts';
import { defineAct } from '../define-endpoint.ts';
import { findPlayer, playerField } from '../lookup/players.ts';
import { OperatorError } from '../operator-error.ts';
import { reasonSchema } from '../request-fields.ts';

export const endpoint = defineAct({
  method: 'POST',
  path: '/players/{player}/erase',
  scope: 'data',
  summary: "Erase a player's personal data permanently. The ledger keeps all its entries.",
  subject: { kind: 'player', field: 'player' },
  command: { words: 'players erase', arguments: ['player'] },
  request: z.strictObject({
    ...playerField,
    isForced: z._default(
      z.boolean().check(z.describe('erase despite a balance, open payments or a self-exclusion')),
      false,
    ),
    reason: reasonSchema.check(
      z.describe("why, in 3 to 500 characters, without the player's name"),
    ),
  }),
  response: z.object({
    id: z.string(),
    /** The id that replaces your id of the player from now on. */
    pseudonym: z.string(),
    /** The obstacles that the force option overrode. */
    overridden: z.array(z.string()),
  }),
  act: async (core, { tx, operator }, { player, isForced, reason }) => {
    const { brandId } = operator;
    const { id } = await findPlayer(tx, brandId, player);
    const erasure = await erasePlayer(core, tx, { brandId, playerId: id }, { isForced });
    switch (erasure.kind) {
      case 'notFound':
        throw new OperatorError('player.notFound', 'There is no such player.');
      case 'erasedBefore': {
        const at = erasure.erasedAt.toISOString();
        throw new OperatorError('act.impossible', `This player was erased at ${at}.`);
      }
      case 'refused':
        throw new OperatorError(
          'act.impossible',
          "The player can't be erased yet.",
          erasure.obstacles,
        );
      case 'erased': {
        const { pseudonym, overridden } = erasure;
        return {
          response: { id, pseudonym, overridden },
          subject: { kind: 'player', id },
          // The log must not contain the name that was just erased from it.
          logged: { player: id, isForced, reason },
          after: { pseudonym, overridden },
        };
      }
    }
  },
});
