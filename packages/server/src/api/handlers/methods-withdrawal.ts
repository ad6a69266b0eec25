import { loadOffered } from '../../catalog/method-switches.ts';
import { selectOffer } from '../../catalog/select-methods.ts';
import type { ReadingHandler } from './handler.ts';

export const methodsWithdrawal: ReadingHandler<'methods-withdrawal'> = {
  kind: 'reading',
  handle: async (core, caller, request) =>
    selectOffer(await loadOffered(core, core.db, caller.brandId), caller, request, 'withdrawal'),
};
