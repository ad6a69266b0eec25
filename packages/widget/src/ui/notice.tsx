import type { ReactNode } from 'react';
import { Glyph, type GlyphName } from './glyph.tsx';
import styles from './notice.module.css';

interface NoticeProps {
  tone?: 'info' | 'warn';
  /** Defaults to the tone's own glyph. */
  glyph?: GlyphName;
  children: ReactNode;
}

/** A notice that the player should read before going on. */
export function Notice({
  tone = 'info',
  glyph = tone === 'warn' ? 'warning' : 'info',
  children,
}: NoticeProps) {
  return (
    <div className={`${styles.notice} ${styles[tone]}`}>
      <Glyph name={glyph} size={20} className={styles.glyph} />
      <div>{children}</div>
    </div>
  );
}
