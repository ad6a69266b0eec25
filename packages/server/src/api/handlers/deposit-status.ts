import { loadDeposit } from '../../money/deposits/load-deposit.ts';
import { showDeposit } from '../../money/requests/answer-player.ts';
import type { ReadingHandler } from './handler.ts';

export const depositStatus: ReadingHandler<'deposit-status'> = {
  kind: 'reading',
  handle: async (core, caller, { depositId }) =>
    showDeposit(await loadDeposit(core.db, caller, depositId)),
};
