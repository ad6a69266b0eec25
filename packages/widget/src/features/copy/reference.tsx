import { useText } from '../../i18n/text.ts';
import styles from './copy.module.css';
import { CopyButton } from './copy-button.tsx';
import { ShareButton } from './share-button.tsx';

/** The reference that a player gives to support, with a button to copy it. */
export function Reference({ reference }: { reference: string }) {
  const text = useText();
  return (
    <span className={styles.reference}>
      <span>{text('reference.label')}</span> <bdi className={styles.value}>{reference}</bdi>
      <CopyButton value={reference} label={text('reference.copy')} />
      <ShareButton value={reference} />
    </span>
  );
}
