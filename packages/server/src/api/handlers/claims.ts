import { claimDeposit } from '../../money/requests/claim-deposit.ts';
import type { Handlers } from './handler.ts';

export const claimHandlers = {
  'deposit-claim': {
    kind: 'creating',
    work: (core, caller, request) => claimDeposit(core, caller, request),
  },
} satisfies Partial<Handlers>;
