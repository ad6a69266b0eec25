import styles from './coin-package.module.css';

/** A coin with a star. */
export function CoinPicture() {
  return (
    <svg className={styles.coin} viewBox="0 0 40 40" aria-hidden="true">
      <circle cx="20" cy="20" r="20" fill="#c98a12" />
      <circle cx="20" cy="20" r="16" fill="#f6bd3b" />
      <path
        d="M20 9.500l3.100 6.900 7.400.8-5.500 5 1.600 7.300L20 25.700l-6.600 3.800 1.600-7.300-5.500-5 7.400-.8z"
        fill="#8a5a00"
      />
    </svg>
  );
}
