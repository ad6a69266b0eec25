import styles from './bonus-switch.module.css';

interface BonusSwitchProps {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  /** The name of the bonus that the switch is for. */
  label: string;
  /** A hidden switch takes no focus. */
  isHidden?: boolean;
}

/** The switch on a coloured bonus card, by which the player accepts the bonus (§4). */
export function BonusSwitch({ isOn, onChange, label, isHidden = false }: BonusSwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-label={label}
      tabIndex={isHidden ? -1 : undefined}
      className={styles.switch}
      onClick={() => onChange(!isOn)}
    />
  );
}
