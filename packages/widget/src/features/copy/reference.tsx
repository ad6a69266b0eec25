import { type MessageKey, useText } from '../../i18n/text.ts';
import { useSession } from '../../session/session.ts';
import { useLateCode } from '../../ui/use-late-code.ts';
import { SupportLink } from '../support/support-link.tsx';
import styles from './copy.module.css';

const loadActions = async () => (await import('./reference-actions.tsx')).ReferenceActions;

interface ReferenceProps {
  reference: string;
  /** What it is a reference to, and the name of the button, where it isn't a payment's. */
  label?: MessageKey;
  copyLabel?: MessageKey;
  /** Whether it is given to support, and not to somebody else. */
  isForSupport?: boolean;
}

/** The reference that a player gives to support, with a button to copy it and the way there. */
export function Reference({
  reference,
  label = 'reference.label',
  copyLabel = 'reference.copy',
  isForSupport = true,
}: ReferenceProps) {
  const text = useText();
  const { bridge } = useSession();
  const Actions = useLateCode(loadActions);
  return (
    <span className={styles.reference}>
      <span>{text(label)}</span> <bdi className={styles.value}>{reference}</bdi>
      <span className={styles.actions} data-two={bridge.isNative || undefined}>
        {Actions !== null && Actions !== 'failed' && (
          <Actions reference={reference} copyLabel={text(copyLabel)} />
        )}
      </span>
      {isForSupport && <SupportLink />}
    </span>
  );
}
