import { loadPayable } from '../../money/policy/load-payable.ts';
import type { ReadingHandler } from './handler.ts';

export const depositLimits: ReadingHandler<'deposit-limits'> = {
  kind: 'reading',
  handle: (core, caller, request) => loadPayable(core, caller, 'deposit', request),
};
