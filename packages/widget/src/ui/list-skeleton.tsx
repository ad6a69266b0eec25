import { Screen } from './screen.tsx';
import styles from './skeleton.module.css';
import { Skeleton } from './skeleton.tsx';

/** A screen whose code or data is on its way: the outline of a list, which the first screen is. */
export function ListSkeleton() {
  return (
    <Screen isSkeleton>
      <Skeleton shape="row" />
      <Skeleton shape="field" />
      <div className={styles.tiles}>
        <Skeleton shape="tile" />
        <Skeleton shape="tile" />
        <Skeleton shape="tile" />
        <Skeleton shape="tile" />
      </div>
    </Screen>
  );
}
