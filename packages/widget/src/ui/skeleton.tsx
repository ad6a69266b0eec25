import styles from './skeleton.module.css';

interface SkeletonProps {
  shape: 'line' | 'circle' | 'field' | 'tile' | 'row' | 'room';
}

/** A grey stand-in of about the size of what is still loading. */
export function Skeleton({ shape }: SkeletonProps) {
  return <span className={`${styles.skeleton} ${styles[shape]}`} aria-hidden="true" />;
}
