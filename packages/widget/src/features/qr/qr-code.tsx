import { useMemo } from 'react';
import { drawQr } from './draw-qr.ts';
import styles from './qr.module.css';

interface QrCodeProps {
  /** What it holds. */
  text: string | null;
  /** The provider's picture of it, shown where there is no text. A data URL. */
  picture: string | null;
  /** What it is, for who doesn't see it. */
  label: string;
}

/** A QR code, 300 by 300 where there is room (§9), on a white card of its own in any theme. */
export function QrCode({ text, picture, label }: QrCodeProps) {
  const drawing = useMemo(() => (text === null ? null : drawQr(text)), [text]);
  if (drawing === null && picture === null) return null;
  return (
    <div className={styles.ground}>
      {drawing === null ? (
        <img className={styles.picture} src={picture ?? ''} alt={label} width={300} height={300} />
      ) : (
        <svg
          className={styles.code}
          viewBox={frame(drawing.size)}
          shapeRendering="crispEdges"
          role="img"
          aria-label={label}
        >
          <path d={drawing.path} />
        </svg>
      )}
    </div>
  );
}

/** Modules that stay white around a code (ISO/IEC 18004): the card's, since the code has no margin (§9). */
const quietZone = 4;

function frame(size: number): string {
  const edge = size + 2 * quietZone;
  return `${-quietZone} ${-quietZone} ${edge} ${edge}`;
}
