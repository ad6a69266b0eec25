import { useText } from '../../i18n/text.ts';
import { useSession } from '../../session/session.ts';
import { Glyph } from '../../ui/glyph.tsx';
import styles from './copy.module.css';
import wideStyles from './copy-wide-button.module.css';

interface ShareButtonProps {
  value: string;
  /** The button has its text, and is as wide as there is room. */
  isWide?: boolean;
}

/** Opens a native app's share sheet with a text; nothing on the web (§6). */
export function ShareButton({ value, isWide = false }: ShareButtonProps) {
  const text = useText();
  const { bridge } = useSession();
  if (!bridge.isNative) return null;
  const handleClick = () => bridge.send({ messageType: 'onShare', payload: { text: value } });
  if (isWide) {
    return (
      <button type="button" className={wideStyles.wide} onClick={handleClick}>
        <Glyph name="share" size={20} />
        {text('share')}
      </button>
    );
  }
  return (
    <button
      type="button"
      className={styles.button}
      aria-label={text('share')}
      onClick={handleClick}
    >
      <Glyph name="share" size={18} />
    </button>
  );
}
