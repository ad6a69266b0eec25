import styles from './copy.module.css';

/** A reference on one line, from left to right in every language; a press selects all of it. */
export function ReferenceText({ children }: { children: string }) {
  return (
    <bdi dir="ltr" className={styles.code}>
      {children}
    </bdi>
  );
}
