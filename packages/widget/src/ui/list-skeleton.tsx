import { Screen } from './screen.tsx';
import styles from './skeleton.module.css';
import { Skeleton } from './skeleton.tsx';

/**
 * The skeleton of a list, for a screen whose code or data still loads. The first screen is a list.
 */
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
