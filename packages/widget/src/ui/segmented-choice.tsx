import { radioGroupFocus } from './radio-group-focus.ts';
import styles from './segmented-choice.module.css';

interface SegmentedChoiceProps {
  /** The id of the group, which hands the focus on to the chosen segment. */
  id: string;
  /** The name of the group. */
  label: string;
  describedBy?: string | undefined;
  choices: readonly { value: string; text: string }[];
  value: string;
  onChange: (value: string) => void;
  onFocus?: () => void;
  /** The focus left the whole group. */
  onBlur?: () => void;
  isInvalid?: boolean;
  isDisabled?: boolean;
}

/** A choice of one among a few segments that stand side by side. */
export function SegmentedChoice({
  id,
  label,
  describedBy,
  choices,
  value,
  onChange,
  onFocus,
  onBlur,
  isInvalid = false,
  isDisabled = false,
}: SegmentedChoiceProps) {
  return (
    <div
      id={id}
      className={styles.group}
      role="radiogroup"
      tabIndex={-1}
      aria-label={label}
      aria-describedby={describedBy}
      aria-invalid={isInvalid || undefined}
      data-invalid={isInvalid || undefined}
      data-disabled={isDisabled || undefined}
      {...radioGroupFocus({ onFocus, onBlur })}
    >
      {choices.map((choice) => (
        <label key={choice.value} className={styles.segment}>
          <input
            className={styles.radio}
            type="radio"
            name={id}
            value={choice.value}
            checked={choice.value === value}
            disabled={isDisabled}
            onChange={() => onChange(choice.value)}
          />
          <span className={styles.name} dir="auto">
            {choice.text}
          </span>
        </label>
      ))}
    </div>
  );
}
