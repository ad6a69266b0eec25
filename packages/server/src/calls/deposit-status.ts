import { encodeStatusWord } from '@kassa/contract';
import type { ReadingHandler } from '../api/handler.ts';
import { loadDeposit } from '../deposits/load-deposit.ts';
import { creditedAmount } from '../deposits/publish-deposit.ts';

export const depositStatus: ReadingHandler<'deposit-status'> = {
  kind: 'reading',
  handle: async (core, caller, { depositId }) => {
    const deposit = await loadDeposit(core.db, caller, depositId);
    return {
      depositId: deposit.id,
      reference: deposit.reference,
      status: encodeStatusWord(deposit.status),
      amount: deposit.amount,
      currency: deposit.currency,
      processingAmount: creditedAmount(deposit),
    };
  },
};
