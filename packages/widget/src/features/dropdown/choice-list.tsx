import { Combobox } from '@base-ui/react/combobox';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useImperativeHandle, useRef } from 'react';
import { Glyph } from '../../ui/glyph.tsx';
import { ChoiceName } from './choice-name.tsx';
import styles from './dropdown.module.css';
import type { Choice } from './find-choices.ts';

/** Scrolls the choice at an index into view: as little as needed, or to the middle. */
export type ScrollTo = (index: number, align: 'auto' | 'center') => void;

/** The height in px of a choice whose name takes one line. */
const usualHeight = 48;
/** The space in px above the first choice and below the last. */
const margin = 6;

interface ChoiceListProps {
  choices: readonly Choice[];
  label: string;
  scrollToRef: RefObject<ScrollTo | null>;
}

/** The list of found choices. Only those in view and a few around them are in the document. */
export function ChoiceList({ choices, label, scrollToRef }: ChoiceListProps) {
  const listRef = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: choices.length,
    getScrollElement: () => listRef.current,
    getItemKey: (index) => choices[index]?.value ?? index,
    estimateSize: () => usualHeight,
    overscan: 8,
    paddingStart: margin,
    paddingEnd: margin,
    scrollPaddingStart: margin,
    scrollPaddingEnd: margin,
  });
  useImperativeHandle(scrollToRef, () => (index, align) => {
    // Waits until the latest choices are laid out.
    queueMicrotask(() => virtualizer.scrollToIndex(index, { align }));
  });

  return (
    <Combobox.List className={styles.list} ref={listRef} aria-label={label}>
      <div
        role="presentation"
        className={styles.rows}
        style={{ height: virtualizer.getTotalSize() }}
      >
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const choice = choices[index];
          if (choice === undefined) return null;
          return (
            <Combobox.Item
              key={key}
              ref={virtualizer.measureElement}
              className={`${styles.item} ${styles.row}`}
              style={{ transform: `translateY(${start}px)` }}
              index={index}
              value={choice.value}
              data-index={index}
              aria-posinset={index + 1}
              aria-setsize={choices.length}
            >
              <span className={styles.itemText}>
                <ChoiceName choice={choice} />
              </span>
              <Combobox.ItemIndicator className={styles.mark}>
                <Glyph name="check" size={18} />
              </Combobox.ItemIndicator>
            </Combobox.Item>
          );
        })}
      </div>
    </Combobox.List>
  );
}
