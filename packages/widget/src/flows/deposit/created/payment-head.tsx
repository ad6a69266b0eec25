import type { PaymentMethod } from '@kassa/contract';
import { MethodCard } from '../../../features/method-card/method-card.tsx';
import styles from './payment-head.module.css';
import { TimeCard } from './time-card.tsx';

interface PaymentHeadProps {
  /** Undefined where the method isn't offered here any more. */
  method: PaymentMethod | undefined;
  time: Parameters<typeof TimeCard>[0];
}

/** The method of a payment and the time left for it, side by side where both fit. */
export function PaymentHead({ method, time }: PaymentHeadProps) {
  return (
    <div className={styles.head}>
      {method !== undefined && <MethodCard method={method} />}
      <TimeCard {...time} />
    </div>
  );
}
