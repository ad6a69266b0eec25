import type { Money, PaymentMethod } from '@kassa/contract';
import { useEffect, useRef } from 'react';
import { describeFailure, type Failure } from '../../../features/failure/failure.ts';
import { type Text, useText } from '../../../i18n/text.ts';
import { useTimeFormat } from '../../../session/use-time-format.ts';
import { Notice } from '../../../ui/notice.tsx';
import { nextBestMethod } from '../next-method/next-best-method.ts';
import { NextMethodCard } from '../next-method/next-method-card.tsx';
import { usePayWith } from '../next-method/use-pay-with.ts';
import styles from './deposit-form.module.css';

const codes: ReadonlySet<string> = new Set([
  'requisites.noneFree',
  'invoices.tooMany',
  'invoices.paused',
]);

/** Whether a deposit failed because none of the operator's own accounts is free for the player now. */
export function isNoneFree(failure: Failure | null): failure is Failure {
  return failure !== null && codes.has(failure.code);
}

interface NoneFreeProps {
  method: PaymentMethod;
  /** The amount in the form. */
  money: Money;
  failure: Failure;
}

/**
 * Tells that no account is free, and offers the next best method for the same amount. It stays until
 * the next press.
 */
export function NoneFree({ method, money, failure }: NoneFreeProps) {
  const text = useText();
  const formatTime = useTimeFormat();
  const { offered, payWith } = usePayWith();
  const place = useRef<HTMLDivElement>(null);
  // The form above it may be long.
  useEffect(() => {
    // Newer browsers return a promise, which is no clean-up.
    void place.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const next = offered && nextBestMethod(offered, { paymentMethod: method.name, ...money });
  return (
    <div className={styles.noneFree} ref={place}>
      <div role="alert">
        <Notice tone="warn">{describeNoneFree(failure, text, formatTime)}</Notice>
      </div>
      {next != null && (
        <NextMethodCard method={next} onUse={() => payWith(next, money, 'next_method')} />
      )}
    </div>
  );
}

/** Says why, and of a pause when it ends. */
function describeNoneFree(
  failure: Failure,
  text: Text,
  formatTime: (time: number) => string,
): string {
  const until = Date.parse(failure.params.until ?? '');
  if (failure.code !== 'invoices.paused' || Number.isNaN(until)) {
    return describeFailure(failure, text);
  }
  return text('deposit.paused', { time: formatTime(until) });
}
