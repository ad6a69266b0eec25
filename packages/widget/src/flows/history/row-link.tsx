import type { PaymentMethod } from '@kassa/contract';
import type { ReactNode } from 'react';
import type { TimeFormat } from '../../i18n/formats.ts';
import { Link } from '../../routing/link.tsx';
import type { Target } from '../../routing/route.ts';
import { Icon } from '../../ui/icon.tsx';
import { DirectionMark } from './direction-mark.tsx';
import styles from './row.module.css';

interface RowLinkProps {
  direction: 'deposit' | 'withdrawal';
  target: Target;
  /** Undefined where the method isn't offered any more. */
  method: PaymentMethod | undefined;
  /** The method's name in the player's language. */
  name: string;
  createdAt: Date;
  reference: string;
  /** Formats the time of the day. */
  timeFormat: TimeFormat;
  /** The amounts and the status. */
  children: ReactNode;
}

/** A row of the history as a link to the payment's details. */
export function RowLink({ direction, target, method, name, createdAt, ...row }: RowLinkProps) {
  return (
    <Link className={styles.row} {...target}>
      <span className={styles.picture}>
        <Icon id={method?.iconIds[0]} name={method?.text.en ?? name} />
        <DirectionMark direction={direction} />
      </span>
      <span className={styles.words}>
        <b className={styles.name}>{name}</b>
        <small className={styles.note}>
          <time dateTime={createdAt.toISOString()}>{row.timeFormat.format(createdAt)}</time>
          <bdi dir="ltr" className={styles.reference}>
            {row.reference}
          </bdi>
        </small>
      </span>
      <span className={styles.outcome}>{row.children}</span>
    </Link>
  );
}
