import type { ComponentProps } from 'react';
import styles from './button.module.css';

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  look?: 'primary' | 'soft' | 'danger' | 'ghost';
  /** A class that replaces the look: the owner of a wallet prescribes its button. */
  face?: string | undefined;
  /** Shows that the action runs. The button takes no further press and keeps its text readable. */
  isBusy?: boolean;
}

/**
 * A button: one primary per screen, a soft one for the next likely action, ghosts beside them;
 * `danger` for what can't be undone.
 */
export function Button({
  look = 'primary',
  face = styles[look],
  isBusy = false,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={face}
      aria-disabled={isBusy || rest['aria-disabled']}
      aria-busy={isBusy || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
    />
  );
}

interface ButtonLinkProps extends Omit<ComponentProps<'a'>, 'className'> {
  look?: 'primary' | 'ghost';
}

/** A link that looks like a button, for addresses outside of the widget. */
export function ButtonLink({ look = 'primary', ...rest }: ButtonLinkProps) {
  return <a {...rest} className={styles[look]} />;
}
