import { createHash } from 'node:crypto';
import { decimalSchema } from '@kassa/contract';
import * as z from 'zod/mini';
import { grantFreeEntry } from '../../money/sweepstake/free-entries.ts';
import { defineAct } from '../define-endpoint.ts';
import { findPlayerRef, playerField } from '../lookup/players.ts';
import { OperatorError } from '../operator-error.ts';
import { reasonSchema } from '../request-fields.ts';

export const endpoint = defineAct({
  method: 'POST',
  path: '/players/{player}/free-entries',
  scope: 'corrections',
  summary: 'Give a player the sweep coins of a free entry, once for each entry.',
  subject: { kind: 'player', field: 'player' },
  command: { words: 'players free-entry', arguments: ['player', 'entry', 'sweep'] },
  request: z.strictObject({
    ...playerField,
    entry: z
      .string()
      .check(z.regex(/^[^\p{Cc}\p{Cs}]{1,128}$/u), z.describe('your id of the entry')),
    sweep: decimalSchema.check(z.describe('sweep coins')),
    gold: z.optional(decimalSchema.check(z.describe('gold coins; none if left out'))),
    reason: reasonSchema,
  }),
  response: z.object({ grantId: z.string(), sweep: z.string(), gold: z.string() }),
  money: async (tx, { brandId }, { player, entry, sweep, gold = '0' }) => {
    const { playerId } = await findPlayerRef(tx, brandId, player);
    const amounts = [
      { amount: sweep, currency: 'QSC' },
      { amount: gold, currency: 'QGC' },
    ];
    const together = { pot: 'freeEntry', subjectId: digestOf(entry) } as const;
    return { subject: { kind: 'player', id: playerId }, amounts, together };
  },
  act: async (core, { tx, operator, resourceId }, { player, entry, sweep, gold = '0', reason }) => {
    const { brandId, actor } = operator;
    const ref = await findPlayerRef(tx, brandId, player);
    const coins = { gcAmount: gold, scAmount: sweep };
    const granted = await grantFreeEntry(core, tx, {
      ...ref,
      id: resourceId,
      entry,
      coins,
      reason,
      actor,
    });
    if (granted.kind === 'usedOtherwise') {
      const message = 'This entry was granted with other coins, or to another player.';
      throw new OperatorError('entry.used', message);
    }
    const { id: grantId } = granted.grant;
    return {
      response: { grantId, sweep, gold },
      subject: { kind: 'player', id: ref.playerId },
      after: { grant: grantId, entry, sweep, gold },
      afterCommit: () => core.publisher.userChanged(brandId, ref.playerId),
    };
  },
});

/** The operator's id of an entry may be of a person, and what was moved isn't erased with them. */
const digestOf = (entry: string) => createHash('sha256').update(entry).digest('hex');
