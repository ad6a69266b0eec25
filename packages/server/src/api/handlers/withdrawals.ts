import { CallError } from '@kassa/contract';
import { loadWithdrawalLimits } from '../../money/policy/load-payable.ts';
import { beginWithdrawal } from '../../money/requests/begin-withdrawal.ts';
import { cancelWithdrawal, finishWithdrawal } from '../../money/requests/finish-withdrawal.ts';
import {
  listWithdrawals,
  loadWithdrawal,
  showWithdrawal,
} from '../../money/withdrawals/load-withdrawal.ts';
import { loadPlayerData, type PlayerData } from '../../players/player-data.ts';
import type { Handlers } from './handler.ts';

const notYet = (): never => {
  throw new CallError('server.unavailable', 'This call is being built.');
};

export const withdrawalHandlers = {
  'withdrawal-create': {
    kind: 'creating',
    work: (core, caller, request, device) => {
      let player: PlayerData | undefined;
      return {
        verify: async () => {
          player = await loadPlayerData(core, caller, device);
        },
        begin: (tx, withdrawalId) =>
          beginWithdrawal(core, tx, caller, withdrawalId, request, player),
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
      return { withdrawals: withdrawals.map((it) => showWithdrawal(core, it)) };
    },
  },
  'withdrawal-quote': { kind: 'reading', handle: notYet },
  'withdrawal-code': { kind: 'reading', handle: notYet },
  'withdrawal-limits': {
    kind: 'reading',
    handle: loadWithdrawalLimits,
  },
} satisfies Partial<Handlers>;
