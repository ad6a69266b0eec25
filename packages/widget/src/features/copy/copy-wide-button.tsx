import { useText } from '../../i18n/text.ts';
import { Announcement } from '../../ui/announcement.tsx';
import { Glyph } from '../../ui/glyph.tsx';
import styles from './copy.module.css';
import { useCopy } from './use-copy.ts';

interface CopyWideButtonProps {
  value: string;
  /** The button's text. */
  label: string;
  /** The browser forbids copying: the component with the value selects it for the player. */
  onForbidden: () => void;
  onDone?: () => void;
  /** It is the primary action of its screen. */
  isPrimary?: boolean;
}

/** Copies a value to pay with. The button has a text and is as wide as its card. */
export function CopyWideButton(props: CopyWideButtonProps) {
  const { value, label, onForbidden, onDone, isPrimary = false } = props;
  const text = useText();
  const { outcome, copy } = useCopy(value, { onForbidden, onDone });
  const isDone = outcome === 'done';
  return (
    <>
      <button
        type="button"
        className={styles.wide}
        data-primary={isPrimary || undefined}
        onClick={copy}
      >
        <Glyph name={isDone ? 'check' : 'copy'} size={20} />
        {isDone ? text('copy.done') : label}
      </button>
      {outcome === 'forbidden' && <p className={styles.byHand}>{text('copy.byHand')}</p>}
      <Announcement>{describe()}</Announcement>
    </>
  );

  function describe(): string {
    if (outcome === 'none') return '';
    return text(isDone ? 'copy.done' : 'copy.byHand');
  }
}
