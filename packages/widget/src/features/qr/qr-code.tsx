import { useMemo } from 'react';
import { drawQr } from './draw-qr.ts';
import styles from './qr.module.css';

interface QrCodeProps {
  /** The content of the code. */
  text: string | null;
  /** The provider's picture of the code, for codes without text. A data URL. */
  picture: string | null;
  /** The code's name for screen readers. */
  label: string;
}

/** A QR code, 300 by 300 where there is room (§9), on a white card in any theme. */
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

/**
 * The white modules around a code (ISO/IEC 18004). The card has them, since the code has no margin
 * (§9).
 */
const quietZone = 4;

function frame(size: number): string {
  const edge = size + 2 * quietZone;
  return `${-quietZone} ${-quietZone} ${edge} ${edge}`;
}
