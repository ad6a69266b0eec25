import type { ReactNode } from 'react';
import { Glyph } from './glyph.tsx';
import styles from './notice.module.css';

interface NoticeProps {
  tone?: 'info' | 'warn';
  children: ReactNode;
}

/** Something the player should know before going on. */
export function Notice({ tone = 'info', children }: NoticeProps) {
  return (
    <div className={`${styles.notice} ${styles[tone]}`}>
      <Glyph name={tone === 'warn' ? 'warning' : 'external'} size={20} className={styles.glyph} />
      <div>{children}</div>
    </div>
  );
}
