import { useState } from 'react';
import styles from './slide-show.module.css';

interface SlidePictureProps {
  /** The id of a file `pictures/<id>.svg` of the catalogue. */
  id: string;
  /** The slide is visible or one slide away. Pictures farther off aren't fetched. */
  isNear: boolean;
}

/**
 * A slide's drawing, which repeats its text. It shows in an `<img>` only, as logos do. Where it
 * fails to load it is left out: the text is enough.
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
