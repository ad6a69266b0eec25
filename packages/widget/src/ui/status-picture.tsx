import { Glyph, type GlyphName } from './glyph.tsx';
import styles from './status-picture.module.css';

interface StatusPictureProps {
  tone: 'ok' | 'danger' | 'warn' | 'quiet' | 'busy';
  /** Defaults to the tone's own glyph. */
  glyph?: GlyphName | undefined;
}

const glyphs: Record<Exclude<StatusPictureProps['tone'], 'busy'>, GlyphName> = {
  ok: 'check',
  danger: 'close',
  warn: 'clock',
  quiet: 'search',
};

/** The round picture above a status, which shows the outcome at a glance. */
export function StatusPicture({ tone, glyph }: StatusPictureProps) {
  if (tone === 'busy') return <span className={styles.busy} aria-hidden="true" />;
  return (
    <span className={`${styles.picture} ${styles[tone]}`}>
      <Glyph name={glyph ?? glyphs[tone]} size={34} />
    </span>
  );
}
