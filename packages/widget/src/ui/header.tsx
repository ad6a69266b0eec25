import type { Ref } from 'react';
import { Glyph } from './glyph.tsx';
import styles from './header.module.css';

interface HeaderProps {
  title: string;
  /** The heading takes focus when the screen changes. */
  titleRef?: Ref<HTMLHeadingElement>;
  back?: { label: string; onClick: () => void } | undefined;
  close?: { label: string; onClick: () => void } | undefined;
}

/** Title, back and close (§2 "Header"). */
export function Header({ title, titleRef, back, close }: HeaderProps) {
  return (
    <header className={styles.header}>
      {back === undefined ? (
        <span />
      ) : (
        <button
          type="button"
          className={styles.back}
          aria-label={back.label}
          onClick={back.onClick}
        >
          <Glyph name="back" />
        </button>
      )}
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
    </header>
  );
}
