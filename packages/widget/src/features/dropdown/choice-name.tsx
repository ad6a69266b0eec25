import { Flag } from '../../ui/flag.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './dropdown.module.css';
import type { Choice } from './find-choices.ts';

/** The name of a choice, after its flag or its logo where it has one. */
export function ChoiceName({ choice: { text, flag, iconId } }: { choice: Choice }) {
  if (flag === undefined && iconId === undefined) return <bdi>{text}</bdi>;
  return (
    <span className={styles.named}>
      {flag !== undefined && <Flag country={flag} size="small" />}
      {iconId !== undefined && <Icon id={iconId} name={text} size="inline" />}
      <bdi>{text}</bdi>
    </span>
  );
}
