import { radioGroupFocus } from './radio-group-focus.ts';
import styles from './segmented-choice.module.css';

interface SegmentedChoiceProps {
  /** Of the group, which hands the focus on to what is chosen. */
  id: string;
  /** What is chosen: the group's name. */
  label: string;
  describedBy?: string | undefined;
  choices: readonly { value: string; text: string }[];
  value: string;
  onChange: (value: string) => void;
  onFocus?: () => void;
  /** The focus left all of it. */
  onBlur?: () => void;
  isInvalid?: boolean;
  isDisabled?: boolean;
}

/** A choice of one among a few that stand side by side. */
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
