import { useState } from 'react';
import styles from './slide-show.module.css';

interface SlidePictureProps {
  /** A file `pictures/<id>.svg` of the catalogue. */
  id: string;
  /** It is in sight, or one slide away; farther off nothing is fetched. */
  isNear: boolean;
}

/**
 * A slide's drawing; its words say the same. Shown through `<img>` alone, as logos are. Where it can't
 * be had its place is given up: the words are enough.
 */
export function SlidePicture({ id, isNear }: SlidePictureProps) {
  const [state, setState] = useState<'loading' | 'there' | 'failed'>('loading');
  if (state === 'failed') return null;
  return (
    <span className={styles.frame} data-state={state}>
      {isNear && (
        <img
          className={styles.picture}
          src={`pictures/${encodeURIComponent(id)}.svg`}
          alt=""
          decoding="async"
          onLoad={() => setState('there')}
          onError={() => setState('failed')}
        />
      )}
    </span>
  );
}
