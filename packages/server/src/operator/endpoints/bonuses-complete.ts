import { CallError } from '@kassa/contract';
import * as z from 'zod/mini';
import { completeBonus } from '../../money/bonuses/complete-bonus.ts';
import { defineAct } from '../define-endpoint.ts';
import { bonusSchema, describeBonus, findPlayerRef, playerField } from '../lookup/players.ts';
import { OperatorError } from '../operator-error.ts';
import { reasonSchema } from '../request-fields.ts';

export const endpoint = defineAct({
  method: 'POST',
  path: '/players/{player}/bonuses/{bonusId}/complete',
  scope: 'bonuses',
  summary:
    'Report that the wagering of an accrued bonus is done: a withdrawal leaves it from now on.',
  subject: { kind: 'player', field: 'player' },
  command: { words: 'bonuses complete', arguments: ['player', 'bonusId'] },
  request: z.strictObject({ ...playerField, bonusId: z.uuid(), reason: reasonSchema }),
  response: bonusSchema,
  act: async (core, { tx, operator }, { player, bonusId }) => {
    const ref = await findPlayerRef(tx, operator.brandId, player);
    const completed = await completeBonus(core, tx, ref, bonusId);
    switch (completed.kind) {
      case 'notFound':
        throw new CallError('bonus.notFound', 'The player has no such bonus.');
      case 'notAccrued':
        throw new OperatorError('act.impossible', `The bonus is ${completed.bonus.status}.`);
      case 'noWagering':
        throw new OperatorError('act.impossible', 'The bonus requires no wagering.');
      case 'completed':
        return {
          response: describeBonus(completed.after),
          subject: { kind: 'player', id: ref.playerId },
          before: describeBonus(completed.before),
          after: describeBonus(completed.after),
        };
    }
  },
});
