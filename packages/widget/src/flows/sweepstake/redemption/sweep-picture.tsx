import styles from './balance-card.module.css';

/** A sweep coin: a clover, where a gold coin has a star. */
export function SweepPicture() {
  return (
    <svg className={styles.coin} viewBox="0 0 40 40" aria-hidden="true">
      <circle cx="20" cy="20" r="20" fill="#0a6b50" />
      <circle cx="20" cy="20" r="16" fill="#35c995" />
      <g fill="#07503b">
        <circle cx="16" cy="16" r="4.600" />
        <circle cx="24" cy="16" r="4.600" />
        <circle cx="16" cy="24" r="4.600" />
        <circle cx="24" cy="24" r="4.600" />
      </g>
      <circle cx="20" cy="20" r="1.800" fill="#35c995" />
    </svg>
  );
}
