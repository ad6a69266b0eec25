import styles from './announcement.module.css';

/** Words for a screen reader alone, read out whenever they change; what they say is seen elsewhere. */
export function Announcement({ children }: { children: string }) {
  return (
    <span className={styles.announcement} role="status">
      {children}
    </span>
  );
}
