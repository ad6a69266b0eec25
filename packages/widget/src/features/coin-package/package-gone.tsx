import { useText } from '../../i18n/text.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './coin-package.module.css';

/** Tells that the chosen package is no longer on offer, in the place of the button that pays. */
export function PackageGone({ onChoose }: { onChoose: () => void }) {
  const text = useText();
  return (
    <div className={styles.gone}>
      <div role="alert">
        <Notice tone="warn">
          <b>{text('package.gone.title')}</b>
          <p>{text('package.gone.text')}</p>
        </Notice>
      </div>
      <Button onClick={onChoose}>{text('package.choose')}</Button>
    </div>
  );
}
