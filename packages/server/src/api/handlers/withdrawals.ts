import { loadWithdrawalLimits } from '../../money/policy/load-payable.ts';
import {
  beginWithdrawal,
  type PreparedWithdrawal,
  prepareWithdrawal,
} from '../../money/requests/begin-withdrawal.ts';
import { cancelWithdrawal, finishWithdrawal } from '../../money/requests/finish-withdrawal.ts';
import { quoteWithdrawal, sendWithdrawalCode } from '../../money/requests/quote-withdrawal.ts';
import { showWithdrawal, showWithdrawals } from '../../money/requests/show-withdrawals.ts';
import { listWithdrawals, loadWithdrawal } from '../../money/withdrawals/load-withdrawal.ts';
import type { Handlers } from './handler.ts';

export const withdrawalHandlers = {
  'withdrawal-create': {
    kind: 'creating',
    work: (core, caller, request, device) => {
      let prepared: PreparedWithdrawal | undefined;
      return {
        isCounted: true,
        verify: async () => {
          prepared = await prepareWithdrawal(core, caller, request, device);
        },
        begin: (tx, withdrawalId) => {
          if (prepared === undefined) throw new Error('begin comes after verify');
          return beginWithdrawal(core, tx, caller, withdrawalId, prepared);
        },
        finish: async (withdrawalId) =>
          showWithdrawal(core, await finishWithdrawal(core, caller, withdrawalId)),
      };
    },
  },
  'withdrawal-status': {
    kind: 'reading',
    handle: async (core, caller, { withdrawalId }) =>
      showWithdrawal(core, await loadWithdrawal(core.db, caller, withdrawalId)),
  },
  'withdrawal-cancel': {
    kind: 'reading',
    handle: async (core, caller, { withdrawalId }) =>
      showWithdrawal(core, await cancelWithdrawal(core, caller, withdrawalId)),
  },
  'withdrawal-list': {
    kind: 'reading',
    handle: async (core, caller) => {
      const withdrawals = await listWithdrawals(core.db, caller);
      return { withdrawals: await showWithdrawals(core, withdrawals) };
    },
  },
  'withdrawal-quote': { kind: 'reading', handle: quoteWithdrawal },
  'withdrawal-code': { kind: 'reading', handle: sendWithdrawalCode },
  'withdrawal-limits': {
    kind: 'reading',
    handle: loadWithdrawalLimits,
  },
} satisfies Partial<Handlers>;
