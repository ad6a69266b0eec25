import { loadCoinBalances } from '../../money/sweepstake/coin-balances.ts';
import { listPackages } from '../../money/sweepstake/offered-packages.ts';
import { loadRecoupSum } from '../../money/sweepstake/redeemable.ts';
import { createDeposit } from './create-deposit.ts';
import type { Handlers } from './handler.ts';

export const sweepstakeHandlers = {
  'sweepstake-boxes': {
    kind: 'reading',
    handle: listPackages,
  },
  'deposit-create-sweepstake': {
    kind: 'creating',
    work: createDeposit,
  },
  'sweepstake-balance-get': {
    kind: 'reading',
    handle: loadCoinBalances,
  },
  'sweepstake-recoup-sum': {
    kind: 'reading',
    handle: (core, caller, { currency }) => loadRecoupSum(core, caller, currency),
  },
} satisfies Partial<Handlers>;
