import { CallError } from '@kassa/contract';
import * as z from 'zod/mini';
import { revokeBonus } from '../../money/bonuses/offer-bonus.ts';
import { defineAct } from '../define-endpoint.ts';
import { bonusSchema, describeBonus, findPlayerRef, playerField } from '../lookup/players.ts';
import { OperatorError } from '../operator-error.ts';
import { reasonSchema } from '../request-fields.ts';

export const endpoint = defineAct({
  method: 'POST',
  path: '/players/{player}/bonuses/{bonusId}/revoke',
  scope: 'bonuses',
  summary: 'Revoke a bonus: an offer ends, and the rest of an accrued bonus is taken back.',
  subject: { kind: 'player', field: 'player' },
  command: { words: 'bonuses revoke', arguments: ['player', 'bonusId'] },
  request: z.strictObject({ ...playerField, bonusId: z.uuid(), reason: reasonSchema }),
  response: bonusSchema,
  act: async (core, { tx, operator }, { player, bonusId, reason }) => {
    const { brandId, actor } = operator;
    const ref = await findPlayerRef(tx, brandId, player);
    const revoked = await revokeBonus(core, tx, ref, { id: bonusId, actor, reason });
    switch (revoked.kind) {
      case 'notFound':
        throw new CallError('bonus.notFound', 'The player has no such bonus.');
      case 'over':
        throw new OperatorError('act.impossible', `The bonus is ${revoked.bonus.status}.`);
      case 'revoked':
        return {
          response: describeBonus(revoked.after),
          subject: { kind: 'player', id: ref.playerId },
          before: describeBonus(revoked.before),
          after: describeBonus(revoked.after),
          afterCommit: () => core.publisher.userChanged(brandId, ref.playerId),
        };
    }
  },
});
