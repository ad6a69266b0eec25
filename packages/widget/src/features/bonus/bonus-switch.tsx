import styles from './bonus-switch.module.css';

interface BonusSwitchProps {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  /** The name of the bonus that the switch is for. */
  label: string;
  /** A hidden switch takes no focus. */
  isHidden?: boolean;
  /** `onTone` is for a coloured bonus card, `plain` for the screen of the bonus's details. */
  look?: 'onTone' | 'plain';
}

/** The switch by which the player accepts the bonus (§4). */
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
