import type { ReactNode } from 'react';
import styles from './detail.module.css';

/** A card with rows of {@link Detail}. */
export function Details({ children }: { children: ReactNode }) {
  return <dl className={styles.details}>{children}</dl>;
}

/** A row of a payment's details: its name and its value. */
export function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.detail}>
      <dt className={styles.name}>{name}</dt>
      <dd className={styles.value}>{children}</dd>
    </div>
  );
}

/** A reference on one line, which is selected as a whole. */
export function DetailReference({ children }: { children: string }) {
  return (
    <bdi dir="ltr" className={styles.reference}>
      {children}
    </bdi>
  );
}
