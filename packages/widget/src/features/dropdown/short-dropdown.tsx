import { CSPProvider } from '@base-ui/react/csp-provider';
import { Select } from '@base-ui/react/select';
import { Glyph } from '../../ui/glyph.tsx';
import { ChoiceName } from './choice-name.tsx';
import styles from './dropdown.module.css';
import { boxAttributesOf, DropdownBoxContent } from './dropdown-box.tsx';
import type { ListProps } from './dropdown-props.ts';
import { SheetHead } from './sheet-head.tsx';
import { usePopup } from './use-popup.ts';

/**
 * A dropdown of a few choices. Base UI adds no style sheet, which the page's policy would refuse.
 */
export function ShortDropdown(props: ListProps) {
  return (
    <CSPProvider disableStyleElements>
      <ShortList {...props} />
    </CSPProvider>
  );
}

function ShortList(props: ListProps) {
  const { choices, value, onChange, label, isDisabled = false } = props;
  const popup = usePopup(props);
  return (
    <Select.Root
      items={choices.map((choice) => ({ value: choice.value, label: choice.text }))}
      value={value === '' ? null : value}
      onValueChange={(next: string | null) => next !== null && onChange(next)}
      open={popup.isOpen}
      onOpenChange={popup.handleOpenChange}
      modal={false}
      disabled={isDisabled}
    >
      <Select.Trigger {...boxAttributesOf(props)} {...popup.boxHandlers}>
        <DropdownBoxContent choices={choices} value={value} />
      </Select.Trigger>
      <Select.Portal>
        {popup.isSheet && <Select.Backdrop className={styles.backdrop} />}
        <Select.Positioner
          {...popup.positionerProps}
          className={styles.positioner}
          alignItemWithTrigger={false}
        >
          <Select.Popup
            className={popup.isSheet ? styles.sheet : styles.popup}
            role="dialog"
            aria-label={label}
          >
            {popup.isSheet && <SheetHead label={label} onClose={popup.close} />}
            <Select.List className={`${styles.list} ${styles.padded}`} aria-label={label}>
              {choices.map((choice) => (
                <Select.Item key={choice.value} value={choice.value} className={styles.item}>
                  <Select.ItemText className={styles.itemText}>
                    <ChoiceName choice={choice} />
                  </Select.ItemText>
                  <Select.ItemIndicator className={styles.mark}>
                    <Glyph name="check" size={18} />
                  </Select.ItemIndicator>
                </Select.Item>
              ))}
            </Select.List>
          </Select.Popup>
        </Select.Positioner>
      </Select.Portal>
    </Select.Root>
  );
}
