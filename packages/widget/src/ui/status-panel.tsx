import type { ComponentProps, ReactNode } from 'react';
import styles from './status-panel.module.css';
import { StatusPicture } from './status-picture.tsx';

interface StatusPanelProps extends ComponentProps<typeof StatusPicture> {
  title: string;
  children?: ReactNode;
}

/** A picture, a title and a few words in the middle of a screen: empty, failed, done. */
export function StatusPanel({ tone, title, children }: StatusPanelProps) {
  return (
    <div className={styles.panel}>
      <StatusPicture tone={tone} />
      <h2 className={styles.title}>{title}</h2>
      {children}
    </div>
  );
}

/** The words under a {@link StatusPanel}'s title. */
export function StatusText({ children }: { children: ReactNode }) {
  return <p className={styles.text}>{children}</p>;
}
