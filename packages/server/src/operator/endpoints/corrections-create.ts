import { v7 as uuidv7 } from 'uuid';
import * as z from 'zod/mini';
import { performOperationsOf } from '../../money/provider-events/wallet-answers.ts';
import { correctBalance } from '../acts/correct-balance.ts';
import { moneyFields } from '../acts/record-act.ts';
import { defineAct } from '../define-endpoint.ts';
import { correctionSchema, describeCorrection } from '../lookup/corrections.ts';
import { findPlayerRef, playerField } from '../lookup/players.ts';
import { reasonSchema } from '../request-fields.ts';

/** The command that shows a correction once the operator's wallet has answered. */
const whilePending = 'corrections list {player}';

export const endpoint = defineAct({
  method: 'POST',
  path: '/players/{player}/corrections',
  scope: 'corrections',
  summary: "Correct a player's balance by a credit or a debit, which is no deposit.",
  subject: { kind: 'player', field: 'player' },
  command: [
    {
      words: 'corrections credit',
      summary: "Correct a player's balance by a credit, which is no deposit.",
      arguments: ['player'],
      fixed: { direction: 'credit' },
      whilePending,
    },
    {
      words: 'corrections debit',
      summary: "Correct a player's balance by a debit of no more than the balance.",
      arguments: ['player'],
      fixed: { direction: 'debit' },
      whilePending,
    },
  ],
  request: z.strictObject({
    ...playerField,
    direction: z.enum(['credit', 'debit']),
    /** In the currency of the player's account. */
    ...moneyFields,
    reason: reasonSchema,
  }),
  response: correctionSchema,
  money: async (tx, { brandId }, { player, amount, currency }) => {
    const { playerId } = await findPlayerRef(tx, brandId, player);
    return {
      subject: { kind: 'player', id: playerId },
      amounts: [{ amount, currency }],
      together: { pot: 'correction', subjectId: uuidv7() },
    };
  },
  act: async (core, { tx, operator, resourceId }, { player, direction, reason, ...money }) => {
    const { brandId, actor } = operator;
    const ref = await findPlayerRef(tx, brandId, player);
    const act = { ...ref, id: resourceId, direction, reason, actor };
    const { amount, currency } = money;
    const correction = await correctBalance(core, tx, { ...act, money: { amount, currency } });
    const { status, reference } = correction;
    return {
      response: describeCorrection({ ...correction, detail: null }),
      subject: { kind: 'player', id: ref.playerId },
      after: { correction: reference, status },
      afterCommit: async () => {
        await performOperationsOf(core, { brandId, subjectId: correction.id });
        core.publisher.userChanged(brandId, ref.playerId);
      },
    };
  },
});
