import * as z from 'zod/mini';
import { clearPayer, isUnmatched } from '../../money/deposits/payer-match.ts';
import { lockPlayer } from '../../players/player-row.ts';
import { defineAct } from '../define-endpoint.ts';
import { findDeposit, findPayment } from '../lookup/find-deposits.ts';
import { describePayment, paymentSchema } from '../lookup/timeline-payments.ts';
import { OperatorError } from '../operator-error.ts';
import { reasonSchema } from '../request-fields.ts';

export const endpoint = defineAct({
  method: 'POST',
  path: '/payments/{paymentId}/clear-payer',
  scope: 'deposits',
  summary: "Clear the payer of a payment, who doesn't have the player's name.",
  subject: { kind: 'payment', field: 'paymentId' },
  command: { words: 'payments clear-payer', arguments: ['paymentId'] },
  request: z.strictObject({ paymentId: z.uuid(), reason: reasonSchema }),
  response: z.object({
    payment: paymentSchema,
    /** This payment, and the player's others of the same payer. */
    clearedPayments: z.array(z.string()),
  }),
  act: async (core, { tx, operator: { brandId } }, { paymentId }) => {
    const found = await findPayment(tx, brandId, paymentId);
    const { player_id: playerId } = await findDeposit(tx, brandId, found.deposit_id);
    await lockPlayer(tx, { brandId, playerId });
    const payment = await findPayment(tx, brandId, paymentId);
    const { payer_match: payerMatch, payer_cleared_at: clearedAt } = payment;
    if (!isUnmatched(payerMatch) || clearedAt !== null) {
      const why = clearedAt === null ? 'needs no clearing' : 'is cleared already';
      throw new OperatorError('act.impossible', `The payer of this payment ${why}.`);
    }
    const clearedPayments = await clearPayer(core, tx, payment, playerId);
    const after = await findPayment(tx, brandId, paymentId);
    return {
      response: { payment: describePayment(core, after), clearedPayments },
      before: { payerMatch, isCleared: false },
      after: { payerMatch, isCleared: true, clearedPayments: clearedPayments.length },
    };
  },
});
