import { Glyph } from './glyph.tsx';
import styles from './search-field.module.css';

interface SearchFieldProps {
  /** Says what is searched; it is the field's name and its placeholder. */
  label: string;
  value: string;
  onChange: (value: string) => void;
}

export function SearchField({ label, value, onChange }: SearchFieldProps) {
  return (
    <label className={styles.field}>
      <Glyph name="search" size={20} />
      <input
        className={styles.input}
        type="search"
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        enterKeyHint="search"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </label>
  );
}
