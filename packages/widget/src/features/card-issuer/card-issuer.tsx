import type { PaymentMethod } from '@kassa/contract';
import { Icon } from '../../ui/icon.tsx';
import styles from './card-issuer.module.css';
import { useCardIssuer } from './use-card-issuer.ts';

interface CardIssuerProps {
  /** The text of the box: a card number, or its beginning. */
  text: string;
  context: { method: Pick<PaymentMethod, 'name'> };
}

/** The logo and name of a card's scheme, and its bank. It is empty until they are known. */
export function CardIssuer({ text, context }: CardIssuerProps) {
  const issuer = useCardIssuer(context.method, text);
  const scheme = issuer?.scheme ?? null;
  const names = [scheme?.name, issuer?.bank?.name].filter((name) => name !== undefined);
  return (
    <span className={styles.issuer} role="status">
      {scheme !== null && <Icon id={scheme.iconId ?? undefined} name={scheme.name} size="inline" />}
      <bdi className={styles.names}>{names.join(' · ')}</bdi>
    </span>
  );
}
