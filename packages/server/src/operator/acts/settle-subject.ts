import type { Core } from '../../core/core.ts';
import type { Deposit, Withdrawal } from '../../ground/database/tables/money.ts';
import { publish } from '../../messages/realtime/publish.ts';
import { performOperationsOf } from '../../money/provider-events/wallet-answers.ts';
import type { Done } from '../define-endpoint.ts';

/** How a deposit stands, for the log of acts. */
function standOfDeposit(deposit: Deposit) {
  return {
    status: deposit.status,
    creditedAmount: deposit.credited_amount,
    reversedAmount: deposit.reversed_amount,
  };
}

function standOfWithdrawal({ status, send_count }: Withdrawal) {
  return { status, sendCount: send_count };
}

/** What an act on a deposit did: logged, answered, and after the commit told to player and wallet. */
export function settleDeposit<Response>(
  core: Core,
  before: Deposit,
  after: Deposit,
  response: Response,
): Done<Response> {
  return {
    response,
    subject: { kind: 'deposit', id: after.id },
    before: standOfDeposit(before),
    after: standOfDeposit(after),
    afterCommit: () => tell(core, after),
  };
}

/** The same for a withdrawal. */
export function settleWithdrawal<Response>(
  core: Core,
  before: Withdrawal,
  after: Withdrawal,
  response: Response,
): Done<Response> {
  return {
    response,
    subject: { kind: 'withdrawal', id: after.id },
    before: standOfWithdrawal(before),
    after: standOfWithdrawal(after),
    afterCommit: () => tell(core, after),
  };
}

async function tell(core: Core, subject: Deposit | Withdrawal): Promise<void> {
  publish(core, subject);
  await performOperationsOf(core, { brandId: subject.brand_id, subjectId: subject.id });
}
