import styles from './skeleton.module.css';

interface SkeletonProps {
  shape: 'line' | 'circle' | 'field' | 'tile' | 'row' | 'room';
}

/** A grey placeholder, about as large as the content that still loads. */
export function Skeleton({ shape }: SkeletonProps) {
  return <span className={`${styles.skeleton} ${styles[shape]}`} aria-hidden="true" />;
}
