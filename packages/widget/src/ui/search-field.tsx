import { type KeyboardEvent, useRef } from 'react';
import { Glyph } from './glyph.tsx';
import styles from './search-field.module.css';

interface SearchFieldProps {
  /** Names the list that is searched; it is the field's name and its placeholder. */
  label: string;
  /** The name of the button that empties the field. */
  clearLabel: string;
  value: string;
  onChange: (value: string) => void;
  /** The player is about to type. */
  onIntent?: (() => void) | undefined;
}

/** A search field for a list. Its button and Escape clear it. */
export function SearchField({ label, clearLabel, value, onChange, onIntent }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const handleKeyDown = (event: KeyboardEvent) => {
    // Escape of an input method ends its suggestions. In an empty field Escape belongs to the page.
    if (event.key !== 'Escape' || event.nativeEvent.isComposing || value === '') return;
    event.preventDefault();
    event.stopPropagation();
    onChange('');
  };
  const handleClear = () => {
    onChange('');
    input.current?.focus();
  };
  return (
    <div className={styles.field} onPointerEnter={onIntent}>
      <label className={styles.label}>
        <Glyph name="search" size={20} />
        <input
          ref={input}
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
      {value !== '' && (
        <button
          type="button"
          className={styles.clear}
          aria-label={clearLabel}
          onClick={handleClear}
        >
          <Glyph name="close" size={18} />
        </button>
      )}
    </div>
  );
}
