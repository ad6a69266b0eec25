import { Combobox } from '@base-ui/react/combobox';
import { useMemo, useRef, useState } from 'react';
import { useText } from '../../i18n/text.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import { Glyph } from '../../ui/glyph.tsx';
import fields from '../../ui/search-field.module.css';
import { ChoiceList, type ScrollTo } from './choice-list.tsx';
import styles from './dropdown.module.css';
import { boxAttributesOf, DropdownBoxContent } from './dropdown-box.tsx';
import type { DropdownProps, ListProps } from './dropdown-props.ts';
import { findChoices, foldChoices } from './find-choices.ts';
import { SheetHead } from './sheet-head.tsx';
import { usePopup } from './use-popup.ts';

/** The most choices that fit into a sheet of half the screen's height. */
const mostInShortSheet = 7;

/** A dropdown of many choices, with a search field above them. */
export function SearchDropdown(props: ListProps) {
  const { choices, value, onChange, label, isDisabled = false } = props;
  const text = useText();
  const popup = usePopup(props);
  const { items, found, search, setSearch } = useSearch(choices);
  const scrollToRef = useRef<ScrollTo>(null);
  const popupRef = useRef<HTMLDivElement>(null);
  const inputRef = useRef<HTMLInputElement>(null);
  // Focuses without a scroll: the host's page would jump to where the sheet starts to slide in.
  // After a touch no keyboard opens before the player asks for it.
  const focusFirst = (how: string) => {
    if (how === 'touch') return popupRef.current;
    inputRef.current?.focus({ preventScroll: true });
    return false;
  };
  return (
    <Combobox.Root
      items={items}
      filteredItems={found}
      value={value === '' ? null : value}
      onValueChange={(next: string | null) => next !== null && onChange(next)}
      inputValue={search}
      onInputValueChange={setSearch}
      open={popup.isOpen}
      onOpenChange={popup.handleOpenChange}
      onItemHighlighted={(_, { reason, index }) => {
        if (reason === 'pointer' || index < 0) return;
        scrollToRef.current?.(index, reason === 'keyboard' ? 'auto' : 'center');
      }}
      autoHighlight
      virtualized
      disabled={isDisabled}
    >
      <Combobox.Trigger {...boxAttributesOf(props)} {...popup.boxHandlers}>
        <DropdownBoxContent choices={choices} value={value} />
      </Combobox.Trigger>
      <Combobox.Portal>
        {popup.isSheet && <Combobox.Backdrop className={styles.backdrop} />}
        <Combobox.Positioner {...popup.positionerProps} className={styles.positioner}>
          <Combobox.Popup
            ref={popupRef}
            initialFocus={focusFirst}
            className={popup.isSheet ? styles.sheet : styles.popup}
            data-searched
            data-long={choices.length > mostInShortSheet || undefined}
            aria-label={label}
          >
            {popup.isSheet && <SheetHead label={label} onClose={popup.close} />}
            <div className={`${fields.field} ${styles.search}`}>
              {/* biome-ignore lint/a11y/noLabelWithoutControl: `Combobox.Input` is the control. */}
              <label className={fields.label}>
                <Glyph name="search" size={20} />
                <Combobox.Input
                  ref={inputRef}
                  className={fields.input}
                  aria-label={text('form.dropdown.search')}
                  placeholder={text('form.dropdown.search')}
                  enterKeyHint="search"
                />
              </label>
            </div>
            <Combobox.Empty className={styles.empty}>
              {found.length === 0 ? text('search.text') : null}
            </Combobox.Empty>
            <ChoiceList choices={found} label={label} scrollToRef={scrollToRef} />
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}

/** Keeps the search and its results. */
function useSearch(choices: DropdownProps['choices']) {
  const locale = useLocale();
  const [search, setSearch] = useState('');
  const folded = useMemo(() => foldChoices(choices, locale), [choices, locale]);
  const found = useMemo(() => findChoices(folded, search, locale), [folded, search, locale]);
  const items = useMemo(
    () =>
      Combobox.createItems([...choices], {
        getValue: (choice) => choice.value,
        getLabel: (choice) => choice.text,
      }),
    [choices],
  );
  return { items, found, search, setSearch };
}
