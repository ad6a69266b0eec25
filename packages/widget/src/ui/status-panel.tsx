import type { ComponentProps, ReactNode } from 'react';
import styles from './status-panel.module.css';
import { StatusPicture } from './status-picture.tsx';

interface StatusPanelProps extends ComponentProps<typeof StatusPicture> {
  title: string;
  /** 1 where the screen has no header. */
  level?: 1 | 2;
  children?: ReactNode;
}

/** A picture, a title and a few words in the middle of a screen: empty, failed, done. */
export function StatusPanel({ tone, title, level = 2, children }: StatusPanelProps) {
  const Heading = `h${level}` as const;
  return (
    <div className={styles.panel}>
      <StatusPicture tone={tone} />
      <Heading className={styles.title}>{title}</Heading>
      {children}
    </div>
  );
}

interface StatusTextProps {
  /** It may say something else in a moment: the room of the longest is there from the start. */
  isChanging?: boolean;
  children: ReactNode;
}

/** The words under a {@link StatusPanel}'s title. */
export function StatusText({ isChanging = false, children }: StatusTextProps) {
  return (
    <p className={styles.text} data-changing={isChanging || undefined}>
      {children}
    </p>
  );
}
