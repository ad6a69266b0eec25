import type { ReactNode } from 'react';
import styles from './quick-actions.module.css';

interface QuickActionsProps {
  /** They are used often: each has a column of its own. */
  isProminent?: boolean;
  children: ReactNode;
}

/** Small actions beside the main one, in a row. */
export function QuickActions({ isProminent = false, children }: QuickActionsProps) {
  return (
    <div className={styles.actions} data-prominent={isProminent || undefined}>
      {children}
    </div>
  );
}

interface QuickActionProps {
  glyph: ReactNode;
  onClick: () => void;
  children: string;
}

/** One of the {@link QuickActions}. */
export function QuickAction({ glyph, onClick, children }: QuickActionProps) {
  return (
    <button type="button" className={styles.action} onClick={onClick}>
      {glyph}
      {children}
    </button>
  );
}
