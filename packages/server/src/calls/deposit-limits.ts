import type { ReadingHandler } from '../api/handler.ts';
import { loadPayable } from '../limits/load-payable.ts';

export const depositLimits: ReadingHandler<'deposit-limits'> = {
  kind: 'reading',
  handle: (core, caller, request) => loadPayable(core, caller, 'deposit', request),
};
