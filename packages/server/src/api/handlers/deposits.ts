import type { DepositSummary } from '@kassa/contract';
import { loadTransactions } from '../../money/addresses/load-transactions.ts';
import { loadClaim, loadClaims } from '../../money/deposits/claims.ts';
import { loadDeposit } from '../../money/deposits/load-deposit.ts';
import { issueReceipt } from '../../money/deposits/receipt-document.ts';
import { loadPayable } from '../../money/policy/load-payable.ts';
import { answerFor } from '../../money/provider-events/finish-deposit.ts';
import { cancelDeposit, completeDeposit } from '../../money/requests/complete-deposit.ts';
import { issueDeviceCode } from '../../money/requests/device-codes.ts';
import { issuePageCode } from '../../money/requests/page-codes.ts';
import { prepareDeposit } from '../../money/requests/prepare-deposit.ts';
import { listDeposits, showDeposit, summarizeDeposit } from '../../money/requests/show-deposits.ts';
import { showLastPaid } from '../../money/requests/show-last-paid.ts';
import { createDeposit } from './create-deposit.ts';
import type { Handlers } from './handler.ts';

export const depositHandlers = {
  'deposit-create': {
    kind: 'creating',
    work: createDeposit,
  },
  'deposit-get': {
    kind: 'reading',
    handle: async (core, caller, { depositId }) => {
      const isOtherDevice = caller.onlyDepositId !== undefined;
      const found = await loadDeposit(core.db, caller, depositId);
      const own = summarizeDeposit(core, found, await loadClaim(core.db, found));
      // Another device sees the invoice, and nothing that was said about it.
      const seen = await loadTransactions(core, [found]);
      const deposit = { ...(isOtherDevice ? withoutClaim(own) : own), ...seen.get(found.id) };
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
    handle: async (core, caller, { depositId }) => {
      const deposit = await loadDeposit(core.db, caller, depositId);
      const seen = await loadTransactions(core, [deposit]);
      return { ...showDeposit(deposit), ...seen.get(deposit.id) };
    },
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
      const [deposits, lastPaid] = await Promise.all([
        listDeposits(core, caller),
        showLastPaid(core, caller),
      ]);
      const ids = deposits.map(({ id }) => id);
      const [claims, seen] = await Promise.all([
        loadClaims(core.db, caller, ids),
        loadTransactions(core, deposits),
      ]);
      return {
        ...(lastPaid && { lastPaid }),
        deposits: deposits.map((deposit) => ({
          ...summarizeDeposit(core, deposit, claims.get(deposit.id)),
          ...seen.get(deposit.id),
        })),
      };
    },
  },
  'deposit-limits': {
    kind: 'reading',
    handle: (core, caller, request) => loadPayable(core, caller, 'deposit', request),
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

function withoutClaim({ claim: _, ...deposit }: DepositSummary): DepositSummary {
  return { ...deposit, canClaim: false };
}
