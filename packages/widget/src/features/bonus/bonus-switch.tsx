import styles from './bonus-switch.module.css';

interface BonusSwitchProps {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  /** What is switched on and off. */
  label: string;
  /** One that isn't in sight takes no focus. */
  isHidden?: boolean;
  /** `onTone` stands on a bonus's colours, `plain` on the sheet. */
  look?: 'onTone' | 'plain';
}

/** Whether the player wants the bonus (§4). */
export function BonusSwitch({
  isOn,
  onChange,
  label,
  isHidden = false,
  look = 'onTone',
}: BonusSwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-label={label}
      tabIndex={isHidden ? -1 : undefined}
      className={`${styles.switch} ${styles[look]}`}
      onClick={() => onChange(!isOn)}
    />
  );
}
