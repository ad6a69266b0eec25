import { useText } from '../../i18n/text.ts';
import { isWebAddress } from '../../popup/is-web-address.ts';
import { useSession } from '../../session/session.ts';
import styles from './support-link.module.css';

/**
 * The way to the brand's support, wherever it is spoken of; nothing where the brand has none. A page has a
 * window of its own, and so has any support in a native app: a link from a browser to an app leaves an empty
 * window behind.
 */
export function SupportLink() {
  const text = useText();
  const { bridge, supportUrl } = useSession();
  if (supportUrl === undefined) return null;
  const hasWindow = bridge.isNative || isWebAddress(supportUrl);
  return (
    <a
      className={styles.support}
      href={supportUrl}
      {...(hasWindow && { target: '_blank', rel: 'noopener noreferrer' })}
    >
      {text('payment.support')}
    </a>
  );
}
