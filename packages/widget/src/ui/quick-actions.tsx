import type { ReactNode } from 'react';
import { Glyph, type GlyphName } from './glyph.tsx';
import styles from './quick-actions.module.css';

interface QuickActionsProps {
  /** They are as likely as the actions of the footer. */
  isAccented?: boolean;
  children: ReactNode;
}

/** Small actions beside the main one, in a row. */
export function QuickActions({ isAccented = false, children }: QuickActionsProps) {
  return (
    <div className={styles.actions} data-accented={isAccented || undefined}>
      {children}
    </div>
  );
}

interface QuickActionProps {
  glyph: GlyphName;
  onClick: () => void;
  children: string;
}

/** One of the {@link QuickActions}. */
export function QuickAction({ glyph, onClick, children }: QuickActionProps) {
  return (
    <button type="button" className={styles.action} onClick={onClick}>
      <Glyph name={glyph} size={18} />
      {children}
    </button>
  );
}
