import { useEffect, useRef } from 'react';
import { Reference } from '../../../features/copy/reference.tsx';
import { describeFailure, type Failure } from '../../../features/failure/failure.ts';
import { useMoney, useText } from '../../../i18n/text.ts';
import { Notice } from '../../../ui/notice.tsx';
import { OtherCard, OtherMethod, type RefusedForm, useSource } from './closed-loop.tsx';
import { readMoney } from './read-money.ts';
import styles from './withdrawal-failure.module.css';
import { wordsFor } from './words-for.ts';

interface WithdrawalFailureProps {
  failure: Failure;
  currency: string;
  /** The form that shows it. */
  form?: RefusedForm;
}

/** Tells why a withdrawal isn't possible like this, and the way on. It stays until the next press. */
export function WithdrawalFailure({ failure, currency, form }: WithdrawalFailureProps) {
  const source = useSource(failure, currency);
  const place = useRef<HTMLDivElement>(null);
  // The form above it may be long.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failure comes into sight
  useEffect(() => {
    // Its return value is no clean-up.
    place.current?.scrollIntoView({ block: 'nearest' });
  }, [failure]);
  return (
    <div className={styles.failure} ref={place} role="alert">
      {source === null && <FailureNotice failure={failure} currency={currency} />}
      {source !== null &&
        (source.method.name === form?.method.name ? (
          <OtherCard source={source} form={form} />
        ) : (
          <OtherMethod source={source} />
        ))}
    </div>
  );
}

function FailureNotice({ failure, currency }: { failure: Failure; currency: string }) {
  const describe = useFailureWords(currency);
  return (
    <Notice tone="warn">
      {describe(failure)}
      {failure.kind === 'refused' && isTechnical(failure) && failure.reference !== undefined && (
        <Reference reference={failure.reference} />
      )}
    </Notice>
  );
}

/** Support finds these by their reference; the others are the player's to correct. */
function isTechnical({ code }: Failure): boolean {
  return /^(server\.|provider\.|wallet\.|payout\.(screening|thirdParty))/.test(code);
}

/** Provides the words of a failure, with the amount that it is about. */
function useFailureWords(currency: string) {
  const text = useText();
  const money = useMoney();
  return (failure: Failure): string => {
    const sum = readMoney(failure, currency);
    if (failure.kind === 'network') return text('socket.networkError');
    if (failure.code === 'payout.turnover' && sum !== null) {
      const amount = money(sum.amount, sum.currency);
      return text(wordsFor('withdrawal.obstacle.turnover.text', sum.currency), { amount });
    }
    if (failure.code === 'payout.playthrough' && sum !== null) {
      const amount = money(sum.amount, sum.currency, { trimZeros: true });
      return text('common.errors.payout.playthrough', { amount });
    }
    return describeFailure(failure, text, 'common.errors.server.error');
  };
}
