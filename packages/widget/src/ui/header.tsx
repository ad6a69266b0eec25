import { type ReactNode, type Ref, useState } from 'react';
import { Banner } from './banner.tsx';
import { Glyph } from './glyph.tsx';
import styles from './header.module.css';
import { useIsHydrated } from './use-is-hydrated.ts';

interface ButtonProps {
  label: string;
  onClick: () => void;
}

interface HeaderProps {
  title: string;
  /** The heading takes focus when the screen changes. */
  titleRef?: Ref<HTMLHeadingElement>;
  back?: ButtonProps | undefined;
  /** Stands in the place of the back button where there is none. */
  start?: ReactNode;
  close?: ButtonProps | undefined;
  /** A picture of the host's, beside the title. */
  badge?: BadgeProps | undefined;
  /** Tells a state of the whole widget; empty for none. */
  banner?: string;
}

interface BadgeProps {
  /** An https address. */
  address: string;
  /** Called where it can't be had. */
  onFailure: () => void;
}

/** Title, back and close (§2 "Header"), and the host's badge (§3 `assets`). */
export function Header({ title, titleRef, back, start, close, badge, banner = '' }: HeaderProps) {
  return (
    <header className={styles.header} data-badge={badge !== undefined || undefined}>
      <span className={styles.start}>
        {back === undefined ? start : <BackButton {...back} />}
        {badge !== undefined && <Badge {...badge} />}
      </span>
      <h1 className={styles.title} ref={titleRef} tabIndex={-1}>
        {title}
      </h1>
      {close !== undefined && (
        <button
          type="button"
          className={styles.button}
          aria-label={close.label}
          onClick={close.onClick}
        >
          <Glyph name="close" />
        </button>
      )}
      <Banner>{banner}</Banner>
    </header>
  );
}

/** The way back, in a header or in a pane's head. */
export function BackButton({ label, onClick }: ButtonProps) {
  return (
    <button type="button" className={styles.back} aria-label={label} onClick={onClick}>
      <Glyph name="back" />
    </button>
  );
}

/** Says nothing that the host's page around it doesn't. Its place stays as wide whatever becomes of it. */
function Badge({ address, onFailure }: BadgeProps) {
  const [hasFailed, setHasFailed] = useState(false);
  // The server doesn't know the address.
  if (!useIsHydrated()) return <span className={styles.badge} />;
  return (
    <img
      className={styles.badge}
      src={address}
      alt=""
      decoding="async"
      referrerPolicy="no-referrer"
      hidden={hasFailed}
      onError={() => {
        setHasFailed(true);
        onFailure();
      }}
    />
  );
}
