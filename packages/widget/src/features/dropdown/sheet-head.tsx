import { useText } from '../../i18n/text.ts';
import { Glyph } from '../../ui/glyph.tsx';
import styles from './dropdown.module.css';

/**
 * The head of a sheet: its title, and a close button for players who can't press beside the sheet.
 */
export function SheetHead({ label, onClose }: { label: string; onClose: () => void }) {
  const text = useText();
  return (
    <div className={styles.head}>
      <span className={styles.title}>{label}</span>
      <button
        type="button"
        className={styles.close}
        // For touch only: a keyboard has Escape, and its focus stays in the list.
        tabIndex={-1}
        aria-label={text('close')}
        onClick={onClose}
      >
        <Glyph name="close" />
      </button>
    </div>
  );
}
