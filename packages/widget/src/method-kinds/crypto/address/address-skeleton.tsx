import cards from '../../../ui/card.module.css';
import { Skeleton } from '../../../ui/skeleton.tsx';
import styles from './address.module.css';

/** About as large as an address with its code and its facts. */
export function AddressSkeleton() {
  return (
    <div className={styles.loading} aria-busy="true">
      <div className={`${cards.card} ${styles.card}`} aria-hidden="true">
        <Skeleton shape="line" />
        <span className={styles.codeRoom}>
          <Skeleton shape="room" />
        </span>
        <Skeleton shape="field" />
        <Skeleton shape="line" />
        <Skeleton shape="field" />
      </div>
      <Skeleton shape="tile" />
    </div>
  );
}
