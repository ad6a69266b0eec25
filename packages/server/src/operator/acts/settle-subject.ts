import type { Core } from '../../core/core.ts';
import type { Deposit } from '../../ground/database/tables/money.ts';
import type { Refund } from '../../ground/database/tables/refunds.ts';
import type { Withdrawal } from '../../ground/database/tables/withdrawals.ts';
import { publish } from '../../messages/realtime/publish.ts';
import { performOperationsOf } from '../../money/provider-events/wallet-answers.ts';
import type { Done } from '../define-endpoint.ts';

/** The state of a deposit for the log of acts. */
function stateOfDeposit(deposit: Deposit) {
  return {
    status: deposit.status,
    creditedAmount: deposit.credited_amount,
    reversedAmount: deposit.reversed_amount,
  };
}

function stateOfWithdrawal({ status, send_count }: Withdrawal) {
  return { status, sendCount: send_count };
}

/**
 * Builds the result of an act on a deposit: log, response, and push and wallet operations after the
 * commit.
 */
export function settleDeposit<Response>(
  core: Core,
  before: Deposit,
  after: Deposit,
  response: Response,
): Done<Response> {
  return {
    response,
    subject: { kind: 'deposit', id: after.id },
    before: stateOfDeposit(before),
    after: stateOfDeposit(after),
    afterCommit: () => finishAct(core, after),
  };
}

/** Builds the result of an act on a withdrawal, like `settleDeposit`. */
export function settleWithdrawal<Response>(
  core: Core,
  before: Withdrawal,
  after: Withdrawal,
  response: Response,
): Done<Response> {
  return {
    response,
    subject: { kind: 'withdrawal', id: after.id },
    before: stateOfWithdrawal(before),
    after: stateOfWithdrawal(after),
    afterCommit: () => finishAct(core, after),
  };
}

function stateOfRefund({ status, send_count }: Refund) {
  return { status, sendCount: send_count };
}

/** Builds the result of an act on a refund, like `settleDeposit`. */
export function settleRefund<Response>(
  core: Core,
  {
    subject,
    deposit,
    before,
    after,
  }: {
    subject: { kind: string; id: string };
    deposit: Deposit;
    /** Null for a new refund. */
    before: Refund | null;
    after: Refund;
  },
  describe: (refund: Refund) => Response,
): Done<Response> {
  return {
    response: describe(after),
    subject,
    ...(before !== null && { before: stateOfRefund(before) }),
    after: { refundId: after.id, ...stateOfRefund(after) },
    afterCommit: () => finishAct(core, deposit),
  };
}

async function finishAct(core: Core, subject: Deposit | Withdrawal): Promise<void> {
  publish(core, subject);
  await performOperationsOf(core, { brandId: subject.brand_id, subjectId: subject.id });
}
