import styles from './announcement.module.css';

/**
 * A text for screen readers alone, read out whenever it changes. The screen shows the same
 * elsewhere.
 */
export function Announcement({ children }: { children: string }) {
  return (
    <span className={styles.announcement} role="status">
      {children}
    </span>
  );
}
