import * as z from 'zod/mini';
import { endForbiddenDeposits } from '../../money/provider-events/end-forbidden-deposits.ts';
import { blockPlayer } from '../../players/player-blocks.ts';
import { defineAct } from '../define-endpoint.ts';
import { blockSchema, describeBlock, findPlayerRef, playerField } from '../lookup/players.ts';
import { reasonSchema } from '../request-fields.ts';

export const endpoint = defineAct({
  method: 'POST',
  path: '/players/{player}/blocks',
  scope: 'players',
  summary: "Block a player's deposits, withdrawals or both, for a time or permanently.",
  subject: { kind: 'player', field: 'player' },
  command: { words: 'players block', arguments: ['player'] },
  request: z.strictObject({
    ...playerField,
    what: z.optional(
      z
        .enum(['deposits', 'withdrawals', 'all'])
        .check(
          z.describe(
            '"all" by default; "deposits" for a self-exclusion, so that the player can withdraw their money',
          ),
        ),
    ),
    source: z._default(
      z
        .enum(['operator', 'selfExclusion'])
        .check(z.describe('nobody can lift a self-exclusion before its end')),
      'operator',
    ),
    until: z.optional(
      z.iso
        .datetime({ offset: true })
        .check(z.describe('the end of the block; permanent if left out')),
    ),
    reason: reasonSchema,
  }),
  response: blockSchema,
  act: async (core, { tx, operator, resourceId }, { player, until, what, ...rest }) => {
    const { brandId, actor } = operator;
    const ref = await findPlayerRef(tx, brandId, player);
    const block = await blockPlayer(core, tx, ref, {
      ...rest,
      // Players who exclude themselves must still be able to withdraw their money.
      what: what ?? (rest.source === 'selfExclusion' ? 'deposits' : 'all'),
      id: resourceId,
      actor,
      until: until === undefined ? null : new Date(until),
    });
    const described = describeBlock(block, core.now());
    return {
      response: described,
      subject: { kind: 'player', id: ref.playerId },
      after: described,
      afterCommit: () => {
        core.publisher.blockChanged(brandId, ref.playerId, { blockId: block.id });
        return endForbiddenDeposits(core, ref);
      },
    };
  },
});
