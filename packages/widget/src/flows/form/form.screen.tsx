import { useText } from '../../i18n/text.ts';
import { Header } from '../../ui/header.tsx';
import styles from './form.module.css';
import { FormStatus } from './form-status.tsx';

interface FormScreenProps {
  /** The provider has sent the player back here. */
  isReturned: boolean;
}

/** The popup's own page (§2 `/form`): without a host, so without a close button. */
export function FormScreen({ isReturned }: FormScreenProps) {
  const text = useText();
  return (
    <div className={styles.page}>
      <Header title={text('deposit.title')} />
      <FormStatus isReturned={isReturned} />
    </div>
  );
}
