import { useText } from '../../i18n/text.ts';
import { Header } from '../../ui/header.tsx';
import styles from './popup-page.module.css';
import { FormStatus, type FormStatusProps } from './popup-page-status.tsx';

/** The popup's own page (§2 `/form`): without a host, so without a close button. */
export function FormScreen(props: FormStatusProps) {
  const text = useText();
  return (
    <div className={styles.page}>
      <Header title={text('deposit.title')} />
      <FormStatus {...props} />
    </div>
  );
}
