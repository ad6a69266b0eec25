import type { PaymentMethod } from '@kassa/contract';
import { isAskedFor } from '../../../features/bonus/bonus.machine.ts';
import { BonusSummary } from '../../../features/bonus/bonus-summary.tsx';
import { useBonus } from '../../../features/bonus/use-bonus.ts';
import { useChosenBox } from '../../../features/coin-package/use-chosen-box.ts';
import { AmountSummary } from '../../../fields/amount/amount-summary.tsx';
import { useSession } from '../../../session/session.ts';
import { useUser } from '../../../session/user.query.ts';
import { useIsHydrated } from '../../../ui/use-is-hydrated.ts';
import { BonusRoom } from '../bonus/bonus-room.tsx';
import { BonusSection } from '../bonus/bonus-section.tsx';

interface FormExtrasProps {
  method: PaymentMethod;
  currency: string;
  /** A decimal; `0` where the input is empty. */
  amount: string;
}

/** The extras of a deposit below its amount: the bonus, the fee, another currency. */
export function FormExtras(deposit: FormExtrasProps) {
  const { evaluate } = useBonus();
  const { data: user } = useUser();
  const box = useChosenBox();
  const bonusCount = useSession().hostData.bonusList.length;
  const isRoomKept = !useIsHydrated() && bonusCount > 0 && deposit.method.isBonusHidden !== true;
  const verdict = evaluate(deposit);
  // A package brings coins, and neither a bonus nor money of the account.
  if (box !== null) return <AmountSummary {...deposit} amount={box.price} />;
  return (
    <>
      {isRoomKept ? <BonusRoom count={bonusCount} isEvaluated /> : <BonusSection {...deposit} />}
      <AmountSummary
        {...deposit}
        accountCurrency={user?.balanceData.primary.currency}
        bonusText={isAskedFor(verdict) ? <BonusSummary {...deposit} /> : undefined}
        mayBringBonus={verdict === 'belowMin' || verdict === 'off'}
      />
    </>
  );
}
