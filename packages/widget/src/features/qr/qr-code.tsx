import { useMemo } from 'react';
import { drawQr, type QrDrawing } from './draw-qr.ts';
import styles from './qr.module.css';

interface QrCodeProps {
  /** The content of the code. */
  text: string | null;
  /** The provider's picture of the code, for codes without text. A data URL. */
  picture: string | null;
  /** The code's name for screen readers. */
  label: string;
  /** It stands beside what it says: 200 by 200. */
  isSmall?: boolean;
}

/** A QR code, 300 by 300 where there is room (§9), on a white card in any theme. */
export function QrCode({ text, picture, label, isSmall = false }: QrCodeProps) {
  const drawing = useMemo(() => (text === null ? null : drawQr(text)), [text]);
  if (drawing === null && picture === null) return null;
  return (
    <div className={styles.ground} style={isSmall ? smallGround(drawing) : undefined}>
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

/** The edge of a small code itself in px (§9 "address QR"). */
const smallEdge = 200;

/** The ground is larger by the quiet zone. */
function smallGround(drawing: QrDrawing | null) {
  const { size } = drawing ?? { size: 1 };
  const quiet = drawing === null ? 0 : 2 * quietZone;
  return { inlineSize: `min(100%, ${Math.round((smallEdge * (size + quiet)) / size)}px)` };
}
