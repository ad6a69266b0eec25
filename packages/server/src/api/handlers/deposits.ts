import type { DepositCreateResponse } from '@kassa/contract';
import { loadDeposit, lockDeposit, requireDepositId } from '../../money/deposits/load-deposit.ts';
import { issueReceipt } from '../../money/deposits/receipt-document.ts';
import { loadPayable } from '../../money/policy/load-payable.ts';
import { answerFor, finishDeposit } from '../../money/provider-events/finish-deposit.ts';
import {
  beginDeposit,
  type PreparedDeposit,
  requireDepositMethod,
} from '../../money/requests/begin-deposit.ts';
import {
  cancelDeposit,
  completeDeposit,
  listDeposits,
  showDeposit,
  summarizeDeposit,
} from '../../money/requests/complete-deposit.ts';
import { continueDeposit } from '../../money/requests/continue-deposit.ts';
import { issueDeviceCode } from '../../money/requests/device-codes.ts';
import { issuePageCode } from '../../money/requests/page-codes.ts';
import { loadPrepared, prepareDeposit } from '../../money/requests/prepare-deposit.ts';
import { requireCaptcha } from '../../players/captcha/captcha.ts';
import { loadPlayerData, type PlayerData } from '../../players/player-data.ts';
import type { Handlers } from './handler.ts';

export const depositHandlers = {
  'deposit-create': {
    kind: 'creating',
    work: (core, caller, { depositId: known, ...request }, device) => {
      const finish = (depositId: string) => finishDeposit(core, caller, depositId);
      // This call creates no deposit, and its player solved the captcha of the first call.
      if (known !== undefined) {
        return {
          resourceId: requireDepositId(known),
          lock: (tx, depositId) => lockDeposit(tx, caller, depositId),
          begin: (tx, depositId) => continueDeposit(core, tx, caller, depositId, request),
          finish,
          isSecret: showsDetails,
        };
      }
      let prepared: PreparedDeposit | null = null;
      let player: PlayerData | undefined;
      return {
        verify: async () => {
          const method = requireDepositMethod(core, caller, request);
          // Before the captcha: its solution counts once, and would be used up by a request that
          // fails here.
          prepared = await loadPrepared(core, caller, method, request);
          await requireCaptcha(core, caller, method, request);
          player = await loadPlayerData(core, caller, device);
        },
        begin: (tx, depositId) =>
          beginDeposit(core, tx, caller, depositId, request, { prepared, player }),
        finish,
        isSecret: showsDetails,
      };
    },
  },
  'deposit-get': {
    kind: 'reading',
    handle: async (core, caller, { depositId }) => {
      const found = await loadDeposit(core.db, caller, depositId);
      const deposit = summarizeDeposit(core, found);
      const created = deposit.canContinue ? answerFor(core, found) : null;
      return { deposit, created, now: core.now().toISOString() };
    },
  },
  'deposit-prepare': {
    kind: 'reading',
    handle: (core, caller, request) => prepareDeposit(core, caller, request),
  },
  'deposit-status': {
    kind: 'reading',
    handle: async (core, caller, { depositId }) =>
      showDeposit(await loadDeposit(core.db, caller, depositId)),
  },
  'deposit-complete': {
    kind: 'reading',
    handle: async (core, caller, { depositId, confirmationId, fields }) => {
      const details = { confirmationId: confirmationId ?? null, fields: fields ?? {} };
      return showDeposit(await completeDeposit(core, caller, depositId, details));
    },
  },
  'deposit-cancel': {
    kind: 'reading',
    handle: async (core, caller, { depositId }) =>
      showDeposit(await cancelDeposit(core, caller, depositId)),
  },
  'deposit-list': {
    kind: 'reading',
    handle: async (core, caller) => {
      const deposits = await listDeposits(core.db, caller);
      return { deposits: deposits.map((deposit) => summarizeDeposit(core, deposit)) };
    },
  },
  'deposit-limits': {
    kind: 'reading',
    handle: (core, caller, { currency, paymentType, paymentMethod = '' }) =>
      loadPayable(core, caller, 'deposit', { paymentType: paymentType ?? paymentMethod, currency }),
  },
  'deposit-receipt': {
    kind: 'reading',
    handle: async (core, caller, { depositId, locale }) =>
      issueReceipt(core, await loadDeposit(core.db, caller, depositId), locale),
  },
  'deposit-device-code': {
    kind: 'reading',
    handle: (core, caller, { depositId }) => issueDeviceCode(core, caller, depositId),
  },
  'deposit-page-code': {
    kind: 'reading',
    handle: async (core, caller, { depositId }) => ({
      code: await issuePageCode(core, caller, depositId),
    }),
  },
} satisfies Partial<Handlers>;

/** Whether a response shows codes or accounts to pay into, as the widget's own pages do. */
function showsDetails({ apiResponse: { source, data } }: DepositCreateResponse): boolean {
  return source === null && Object.keys(data).length > 0;
}
