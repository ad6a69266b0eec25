import type { KeyboardEvent } from 'react';
import { Glyph } from './glyph.tsx';
import styles from './search-field.module.css';

interface SearchFieldProps {
  /** Names the list that is searched; it is the field's name and its placeholder. */
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** The player is about to type. */
  onIntent?: (() => void) | undefined;
}

/** A search field for a list. Escape clears it. */
export function SearchField({ label, value, onChange, onIntent }: SearchFieldProps) {
  const handleKeyDown = (event: KeyboardEvent) => {
    // Escape of an input method ends its suggestions. In an empty field Escape belongs to the page.
    if (event.key !== 'Escape' || event.nativeEvent.isComposing || value === '') return;
    event.preventDefault();
    event.stopPropagation();
    onChange('');
  };
  return (
    <label className={styles.field} onPointerEnter={onIntent}>
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
        onFocus={onIntent}
        onKeyDown={handleKeyDown}
      />
    </label>
  );
}
