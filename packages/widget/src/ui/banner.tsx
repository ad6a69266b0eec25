import styles from './banner.module.css';
import { Glyph } from './glyph.tsx';

/**
 * A state of the whole widget, told in the header for as long as it lasts. An empty text shows
 * nothing: a screen reader announces only what changes in a region that exists already.
 */
export function Banner({ children }: { children: string }) {
  return (
    <div className={styles.region} role="status">
      {children !== '' && (
        <p className={styles.banner}>
          <Glyph name="plug" size={18} className={styles.glyph} />
          {children}
        </p>
      )}
    </div>
  );
}
