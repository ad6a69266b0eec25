import { prepareDeposit } from '../../money/requests/prepare-deposit.ts';
import type { ReadingHandler } from './handler.ts';

export const depositPrepare: ReadingHandler<'deposit-prepare'> = {
  kind: 'reading',
  handle: (core, caller, request) => prepareDeposit(core, caller, request),
};
