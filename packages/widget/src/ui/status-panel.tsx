import type { ComponentProps, ReactNode } from 'react';
import styles from './status-panel.module.css';
import { StatusPicture } from './status-picture.tsx';

interface StatusPanelProps extends ComponentProps<typeof StatusPicture> {
  title: ReactNode;
  /** 1 where the screen has no header. */
  level?: 1 | 2;
  children?: ReactNode;
}

/** A picture, a title and a short text in the middle of a screen: empty, failed, done. */
export function StatusPanel(props: StatusPanelProps) {
  const { tone, glyph, title, level = 2, children } = props;
  const Heading = `h${level}` as const;
  return (
    <div className={styles.panel}>
      <StatusPicture tone={tone} glyph={glyph} />
      <Heading className={styles.title}>{title}</Heading>
      {children}
    </div>
  );
}

interface StatusTextProps {
  /** The text may change: the room for the longest text is reserved from the start. */
  isChanging?: boolean;
  children: ReactNode;
}

/** The text under a {@link StatusPanel}'s title. */
export function StatusText({ isChanging = false, children }: StatusTextProps) {
  return (
    <p className={styles.text} data-changing={isChanging || undefined}>
      {children}
    </p>
  );
}
