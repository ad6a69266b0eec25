import { useText } from '../../i18n/text.ts';
import { Announcement } from '../../ui/announcement.tsx';
import { Glyph } from '../../ui/glyph.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import styles from './copy.module.css';
import { useCopy } from './use-copy.ts';

interface CopyButtonProps {
  value: string;
  /** The name of the copied value. */
  label: string;
}

/**
 * Copies a value and confirms it, or tells that the browser forbids it: the value beside it can be
 * selected.
 */
export function CopyButton({ value, label }: CopyButtonProps) {
  const text = useText();
  const { outcome, copy } = useCopy(value);
  const isDone = outcome === 'done';
  const words = outcome === 'none' ? '' : text(isDone ? 'copy.done' : 'copy.forbidden');
  return (
    <>
      <Tooltip words={words || label} tone={isDone ? 'ok' : 'plain'} isHeld={words !== ''} isName>
        {(trigger) => (
          <button
            type="button"
            className={styles.button}
            aria-label={label}
            onClick={copy}
            {...trigger}
          >
            <Glyph name={isDone ? 'check' : 'copy'} size={18} />
          </button>
        )}
      </Tooltip>
      <Announcement>{words}</Announcement>
    </>
  );
}
