import { addDecimals, negateDecimal, type PaymentMethod, type Withdrawal } from '@kassa/contract';
import type { ComponentProps } from 'react';
import { useMoney, useText } from '../../../i18n/text.ts';
import { Announcement } from '../../../ui/announcement.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { StatusPanel, StatusText } from '../../../ui/status-panel.tsx';
import { usePayoutMoney } from '../parts/use-payout-money.ts';
import { isUnderWay } from '../use-withdrawal-list.ts';
import { useDestination } from './use-destination.ts';
import { titleOfProgress, WithdrawalProgress } from './withdrawal-progress.tsx';

interface WithdrawalOutcomeProps {
  /** Undefined until it is loaded: it counts as accepted (§4). */
  withdrawal: Withdrawal | undefined;
  /** Undefined where it isn't offered any more. */
  method: PaymentMethod | undefined;
}

/** Where a withdrawal is, or how it has ended. */
export function WithdrawalOutcome({ withdrawal, method }: WithdrawalOutcomeProps) {
  const text = useText();
  const describeEnd = useEnd();
  const end =
    withdrawal === undefined || isUnderWay(withdrawal) ? null : describeEnd(withdrawal, method);
  return (
    <>
      {/* It outlasts the panels: a region that appears with its text isn't read out. */}
      <Announcement>
        {end === null
          ? text(titleOfProgress(withdrawal))
          : [end.title, end.words, end.notice ?? ''].join(' ').trim()}
      </Announcement>
      {end === null ? (
        <WithdrawalProgress withdrawal={withdrawal} method={method} />
      ) : (
        <StatusPanel tone={end.tone} glyph={end.glyph} title={end.title}>
          <StatusText>{end.words}</StatusText>
          {end.notice !== undefined && <Notice glyph="check">{end.notice}</Notice>}
        </StatusPanel>
      )}
    </>
  );
}

interface End extends Pick<ComponentProps<typeof StatusPanel>, 'tone' | 'glyph' | 'title'> {
  words: string;
  notice?: string;
}

/** Describes how a withdrawal has ended. */
function useEnd() {
  const text = useText();
  const money = useMoney();
  const payoutMoney = usePayoutMoney();
  const describeDestination = useDestination();
  return (withdrawal: Withdrawal, method: PaymentMethod | undefined): End => {
    const { status, amount, currency, endReason, paidAmount } = withdrawal;
    const backOf = (sum: string) =>
      text('complete.withdrawal.back', { amount: money(sum, currency) });
    const paid = payoutMoney(withdrawal);
    const destination = describeDestination({ withdrawal, method });
    if (status === 'PAID' && paidAmount !== null) {
      const whole = money(amount, currency);
      return {
        tone: 'warn',
        glyph: 'check',
        title: text('withdrawal.status.partly'),
        words: text('complete.withdrawal.partly.text', { paid, amount: whole, destination }),
        notice: backOf(addDecimals(amount, negateDecimal(paidAmount))),
      };
    }
    if (status === 'PAID') {
      const words = text('complete.withdrawal.paid.text', { amount: paid, destination });
      return { tone: 'ok', title: text('withdrawal.status.paid'), words };
    }
    if (status === 'CANCELED') {
      const title = text('complete.withdrawal.canceled.title');
      return { tone: 'quiet', glyph: 'close', title, words: backOf(amount) };
    }
    const reason = endReason ?? 'provider';
    return {
      tone: 'danger',
      title: text(`complete.withdrawal.${reason}.title`),
      words: text(`complete.withdrawal.${reason}.text`),
      notice: backOf(amount),
    };
  };
}
