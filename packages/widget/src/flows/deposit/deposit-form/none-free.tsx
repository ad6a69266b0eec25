import type { Money, PaymentMethod } from '@kassa/contract';
import { useEffect, useRef } from 'react';
import type { Failure } from '../../../features/failure/failure.ts';
import { useText } from '../../../i18n/text.ts';
import { Notice } from '../../../ui/notice.tsx';
import { nextBestMethod } from '../next-method/next-best-method.ts';
import { NextMethodCard } from '../next-method/next-method-card.tsx';
import { usePayWith } from '../next-method/use-pay-with.ts';
import styles from './deposit-form.module.css';

/** Whether a deposit failed because none of the operator's own accounts is free now. */
export function isNoneFree(failure: Failure | null): boolean {
  return failure?.code === 'requisites.noneFree';
}

interface NoneFreeProps {
  method: PaymentMethod;
  /** The amount in the form. */
  money: Money;
}

/**
 * Tells that no account is free, and offers the next best method for the same amount. It stays until
 * the next press.
 */
export function NoneFree({ method, money }: NoneFreeProps) {
  const text = useText();
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
        <Notice tone="warn">{text('common.errors.requisites.noneFree')}</Notice>
      </div>
      {next != null && (
        <NextMethodCard method={next} onUse={() => payWith(next, money, 'next_method')} />
      )}
    </div>
  );
}
