import { loadDeposit } from '../../money/deposits/load-deposit.ts';
import { answerFor } from '../../money/provider-events/finish-deposit.ts';
import { summarizeDeposit } from '../../money/requests/list-deposits.ts';
import type { ReadingHandler } from './handler.ts';

export const depositGet: ReadingHandler<'deposit-get'> = {
  kind: 'reading',
  handle: async (core, caller, { depositId }) => {
    const found = await loadDeposit(core.db, caller, depositId);
    const deposit = summarizeDeposit(core, found);
    const created = deposit.canContinue ? answerFor(core, found) : null;
    return { deposit, created, now: core.now().toISOString() };
  },
};
