import { useText } from '../../i18n/text.ts';
import { useSession } from '../../session/session.ts';
import styles from './support-link.module.css';
import { useSupportTarget } from './use-support-target.ts';

/** The way to the brand's support, wherever it is spoken of; nothing where the brand has none. */
export function SupportLink() {
  const text = useText();
  const target = useSupportTarget(useSession().supportUrl);
  if (target === null) return null;
  return (
    <a className={styles.support} {...target}>
      {text('payment.support')}
    </a>
  );
}
