import { addDecimals, negateDecimal, type PaymentMethod, type Withdrawal } from '@kassa/contract';
import type { ComponentProps } from 'react';
import { useMoney, useText } from '../../../i18n/text.ts';
import type { StatusPanel } from '../../../ui/status-panel.tsx';
import { useDestination } from './use-destination.ts';
import { usePayoutMoney } from './use-payout-money.ts';
import { wordsFor } from './words-for.ts';

/** How a withdrawal has ended. */
export interface End extends Pick<ComponentProps<typeof StatusPanel>, 'tone' | 'glyph'> {
  title: string;
  /** The title is a sum. */
  isSum?: boolean;
  words: string;
  notice?: string;
}

/** Provides the description of a withdrawal's end. */
export function useEnd() {
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
      const title = text('history.paidOut', { amount: paid });
      return { tone: 'ok', isSum: true, title, words };
    }
    if (status === 'CANCELED') {
      const title = text(wordsFor('complete.withdrawal.canceled.title', currency));
      return { tone: 'quiet', glyph: 'close', title, words: backOf(amount) };
    }
    const reason = endReason ?? 'provider';
    return {
      tone: 'danger',
      title: text(wordsFor(`complete.withdrawal.${reason}.title`, currency)),
      words: text(wordsFor(`complete.withdrawal.${reason}.text`, currency)),
      notice: backOf(amount),
    };
  };
}

/** Returns the text of an end for a screen reader. */
export function sayEnd({ title, words, notice = '' }: End): string {
  return [title, words, notice].join(' ').trim();
}
