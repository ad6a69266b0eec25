import type { ReactNode } from 'react';
import styles from './complete-details.module.css';

/** A row of the deposit's details. */
export function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.detail}>
      <dt className={styles.name}>{name}</dt>
      <dd className={styles.value}>{children}</dd>
    </div>
  );
}
