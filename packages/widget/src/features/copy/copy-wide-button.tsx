import { useText } from '../../i18n/text.ts';
import { Announcement } from '../../ui/announcement.tsx';
import { Glyph } from '../../ui/glyph.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import styles from './copy-wide-button.module.css';
import { useCopy } from './use-copy.ts';

interface CopyWideButtonProps {
  value: string;
  /** The button's text. */
  label: string;
  /** The name for a screen reader, where the text alone doesn't tell what is copied. */
  name?: string;
  /** The browser forbids copying: the component with the value selects it for the player. */
  onForbidden: () => void;
  onDone?: () => void;
  /** It is the primary action of its screen. */
  isPrimary?: boolean;
  /** A tooltip tells the outcome, and the button keeps its text. */
  isTipped?: boolean;
}

/** Copies a value to pay with. The button has a text and is as wide as its card. */
export function CopyWideButton(props: CopyWideButtonProps) {
  const { value, label, name, onForbidden, onDone, isPrimary = false, isTipped = false } = props;
  const text = useText();
  const { outcome, copy } = useCopy(value, { onForbidden, onDone });
  const isDone = outcome === 'done';
  return (
    <>
      <Tooltip words={text('copy.done')} tone="ok" isHeld={isTipped && isDone} isName>
        {({ ref }) => (
          <button
            type="button"
            ref={ref}
            className={styles.wide}
            aria-label={isDone ? undefined : name}
            data-primary={isPrimary || undefined}
            onClick={copy}
          >
            <Glyph name={isDone ? 'check' : 'copy'} size={20} />
            {isDone && !isTipped ? text('copy.done') : label}
          </button>
        )}
      </Tooltip>
      {outcome === 'forbidden' && <p className={styles.byHand}>{text('copy.byHand')}</p>}
      <Announcement>{describe()}</Announcement>
    </>
  );

  function describe(): string {
    if (outcome === 'none') return '';
    return text(isDone ? 'copy.done' : 'copy.byHand');
  }
}
