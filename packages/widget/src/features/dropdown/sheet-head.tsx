import { useText } from '../../i18n/text.ts';
import { Glyph } from '../../ui/glyph.tsx';
import styles from './dropdown.module.css';

/** The head of a sheet: what is chosen, and a way out for those who can't press beside it. */
export function SheetHead({ label, onClose }: { label: string; onClose: () => void }) {
  const text = useText();
  return (
    <div className={styles.head}>
      <span className={styles.title}>{label}</span>
      <button
        type="button"
        className={styles.close}
        // For a finger; a keyboard has Escape, and belongs to the list.
        tabIndex={-1}
        aria-label={text('close')}
        onClick={onClose}
      >
        <Glyph name="close" />
      </button>
    </div>
  );
}
