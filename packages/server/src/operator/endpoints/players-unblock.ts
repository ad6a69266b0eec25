import * as z from 'zod/mini';
import { unblockPlayer } from '../../players/player-blocks.ts';
import { defineAct } from '../define-endpoint.ts';
import { blockSchema, describeBlock, findPlayerRef, playerField } from '../lookup/players.ts';
import { OperatorError } from '../operator-error.ts';
import { reasonSchema } from '../request-fields.ts';

export const endpoint = defineAct({
  method: 'POST',
  path: '/players/{player}/blocks/{blockId}/lift',
  scope: 'players',
  summary: 'Lift one of your blocks before its end.',
  subject: { kind: 'player', field: 'player' },
  command: { words: 'players unblock', arguments: ['player', 'blockId'] },
  request: z.strictObject({ ...playerField, blockId: z.uuid(), reason: reasonSchema }),
  response: blockSchema,
  act: async (core, { tx, operator }, { player, blockId }) => {
    const { brandId, actor } = operator;
    const ref = await findPlayerRef(tx, brandId, player);
    const lifted = await unblockPlayer(core, tx, ref, { id: blockId, actor });
    switch (lifted.kind) {
      case 'notFound':
        throw new OperatorError('block.notFound', 'The player has no such block.');
      case 'over':
        throw new OperatorError('act.impossible', 'This block is no longer in force.');
      case 'selfExclusion': {
        const end = lifted.until === null ? 'permanently' : `until ${lifted.until.toISOString()}`;
        throw new OperatorError('act.impossible', `The player excluded themselves ${end}.`);
      }
      case 'lifted': {
        const described = describeBlock(lifted.after, core.now());
        return {
          response: described,
          subject: { kind: 'player', id: ref.playerId },
          before: describeBlock(lifted.before, core.now()),
          after: described,
          afterCommit: () => core.publisher.blockChanged(brandId, ref.playerId, { blockId }),
        };
      }
    }
  },
});
