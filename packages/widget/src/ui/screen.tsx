import { createContext, type ReactNode, use, useLayoutEffect, useRef } from 'react';
import styles from './screen.module.css';

/**
 * Receives the height in px of a screen's content and footer, once its data is there and at every
 * change. Null outside of the widget's shell.
 */
export const ScreenHeightContext = createContext<((heightPx: number) => void) | null>(null);

interface ScreenProps {
  children: ReactNode;
  /** Stays visible below the content: the primary button. */
  footer?: ReactNode;
  /**
   * `wide` fills a wide frame with tiles, `form` keeps lines short, `centered` is for little
   * content.
   */
  layout?: 'wide' | 'form' | 'centered';
  /** The player waits for something that isn't there yet. */
  isBusy?: boolean;
  /** The screen still shows only skeletons. */
  isSkeleton?: boolean;
}

/** The body of a screen under the header: content that scrolls, and a footer that doesn't. */
export function Screen({ children, footer, layout = 'wide', isBusy, isSkeleton }: ScreenProps) {
  const contentRef = useRef<HTMLDivElement>(null);
  const footerRef = useRef<HTMLElement>(null);
  const onHeight = use(ScreenHeightContext);

  // The shell has a landmark of its own, for two screens.
  const Body = onHeight === null ? 'main' : 'div';
  const hasFooter = footer !== undefined;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the footer's element comes with it
  useLayoutEffect(() => {
    const content = contentRef.current;
    if (content === null) return;
    const report = () => {
      const footerPx = footerRef.current?.offsetHeight ?? 0;
      // Keeps a focused element clear of the footer (base.css). A list beside has none.
      if (content.closest('[role=navigation]') === null)
        document.documentElement.style.setProperty('--k-footer', `${footerPx}px`);
      if (!isSkeleton) onHeight?.(content.offsetHeight + footerPx);
    };
    const observer = new ResizeObserver(report);
    observer.observe(content);
    if (footerRef.current !== null) observer.observe(footerRef.current);
    return () => observer.disconnect();
    // Runs again when a footer appears later.
  }, [onHeight, hasFooter, isSkeleton]);

  return (
    <>
      <Body className={styles[layout]} aria-busy={isBusy === true || isSkeleton === true}>
        <div className={styles.content} ref={contentRef}>
          {children}
        </div>
      </Body>
      {hasFooter && (
        <footer className={styles.footer} ref={footerRef}>
          <div className={styles.actions}>{footer}</div>
        </footer>
      )}
    </>
  );
}
