import { useQuery } from '@tanstack/react-query';
import styles from './flag.module.css';

interface FlagProps {
  /** ISO 3166-1 alpha-2, lower case. */
  country: string;
  size?: 'small' | 'medium';
}

/**
 * A country's flag. The addresses of the files load with the first flag, not with the first screen.
 */
export function Flag({ country, size = 'medium' }: FlagProps) {
  const { data: addresses } = useQuery({
    queryKey: ['flag-addresses'],
    queryFn: async () => (await import('./flag-addresses.ts')).flagAddresses,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const address = addresses?.[country];
  return (
    <span className={`${styles.flag} ${styles[size]}`} aria-hidden="true">
      {address === undefined ? (
        <span className={styles.code}>{country.toUpperCase()}</span>
      ) : (
        <img className={styles.image} src={address} alt="" loading="lazy" decoding="async" />
      )}
    </span>
  );
}
