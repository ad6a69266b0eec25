import type { ReadingHandler } from '../api/handler.ts';
import { answerFor } from '../deposits/finish-deposit.ts';
import { summarizeDeposit } from '../deposits/list-deposits.ts';
import { loadDeposit } from '../deposits/load-deposit.ts';

export const depositGet: ReadingHandler<'deposit-get'> = {
  kind: 'reading',
  handle: async (core, caller, { depositId }) => {
    const found = await loadDeposit(core.db, caller, depositId);
    const deposit = summarizeDeposit(core, found);
    const created = deposit.canContinue ? answerFor(core, found) : null;
    return { deposit, created, now: core.now().toISOString() };
  },
};
