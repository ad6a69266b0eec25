import type { PaymentMethod } from '@kassa/contract';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../../session/session.ts';
import { useTimeFormat } from '../../../session/use-time-format.ts';
import { describeMethod } from '../describe-method.ts';
import styles from './payment-line.module.css';
import { receiptQuery } from './receipt/receipt.query.ts';

interface PaymentLineProps {
  depositId: string;
  /** The method's name in requests. */
  paymentMethod: string;
  /** Undefined where the method isn't offered any more. */
  method: PaymentMethod | undefined;
  reference: string | undefined;
  /** ISO 8601. */
  createdAt: string | undefined;
  /** The time of creation is still being loaded. */
  isLooking: boolean;
}

/**
 * A credited payment on one line: its method, the masked card or account, the reference and the time. It waits until all
 * of them are known, in the room that it will take.
 */
export function PaymentLine(props: PaymentLineProps) {
  const { depositId, paymentMethod, method, reference, createdAt, isLooking } = props;
  const session = useSession();
  const formatTime = useTimeFormat();
  const { data, isLoading } = useQuery(receiptQuery(session, depositId));
  const name = describeMethod(paymentMethod, method, session.locale.tag);
  const instrument = data?.receipt?.payments[0]?.instrument;
  return (
    <p className={styles.line}>
      {!isLooking && !isLoading && (
        <>
          {name !== '' && (
            <span>
              <bdi>{name}</bdi>
            </span>
          )}
          {instrument !== undefined && (
            <span>
              <bdi dir="ltr">{instrument}</bdi>
            </span>
          )}
          {reference !== undefined && (
            <span>
              <bdi dir="ltr" className={styles.reference}>
                {reference}
              </bdi>
            </span>
          )}
          {createdAt !== undefined && (
            <span>
              <time dateTime={createdAt}>{formatTime(Date.parse(createdAt))}</time>
            </span>
          )}
        </>
      )}
    </p>
  );
}
