import { useText } from '../../i18n/text.ts';
import { Header } from '../../ui/header.tsx';
import styles from './popup-page.module.css';
import { PopupPageStatus, type PopupPageStatusProps } from './popup-page-status.tsx';

/** The popup's own page (§2 `/form`). It has no host, and so no close button. */
export function PopupPageScreen(props: PopupPageStatusProps) {
  const text = useText();
  return (
    <div className={styles.page}>
      <Header title={text('deposit.title')} />
      <PopupPageStatus {...props} />
    </div>
  );
}
