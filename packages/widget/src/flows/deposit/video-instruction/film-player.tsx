import type { PaymentMethod, VideoGuide } from '@kassa/contract';
import { useEffect, useRef, useState } from 'react';
import { useText } from '../../../i18n/text.ts';
import { Announcement } from '../../../ui/announcement.tsx';
import { Glyph } from '../../../ui/glyph.tsx';
import { Icon } from '../../../ui/icon.tsx';
import styles from './film-player.module.css';

interface FilmPlayerProps {
  guide: VideoGuide;
  method: PaymentMethod;
  /** The method's name in the player's language. */
  name: string;
}

/**
 * The permissions of the video's frame: it may run scripts, keep its own origin, and open the
 * video's page in a new window. It has another origin than the widget, and can't navigate the
 * widget's page.
 */
const sandbox =
  'allow-scripts allow-same-origin allow-presentation allow-popups allow-popups-to-escape-sandbox';

/**
 * A video behind a poster of the widget. Before the player presses play nothing is requested from
 * the video's host, not even a picture.
 */
export function FilmPlayer({ guide, method, name }: FilmPlayerProps) {
  const text = useText();
  const [state, setState] = useState<'poster' | 'loading' | 'there'>('poster');
  const frame = useRef<HTMLIFrameElement>(null);
  const isPlaying = state !== 'poster';
  // The pressed button is gone.
  useEffect(() => {
    if (isPlaying) frame.current?.focus();
  }, [isPlaying]);
  return (
    <div className={styles.player}>
      <div className={styles.stage} data-state={state}>
        {isPlaying ? (
          <iframe
            ref={frame}
            className={styles.frame}
            src={guide.frameUrl}
            title={text('video.frame', { method: name })}
            sandbox={sandbox}
            allow="autoplay; fullscreen"
            // Video hosts refuse a frame without a referrer; the origin is enough.
            referrerPolicy="strict-origin"
            onLoad={() => setState('there')}
          />
        ) : (
          <button
            type="button"
            className={styles.poster}
            aria-label={text('video.play', { method: name })}
            aria-describedby="film-consent"
            onClick={() => setState('loading')}
          >
            <Icon id={method.iconIds[0]} name={method.text.en ?? name} size="large" />
            <span className={styles.name} dir="auto">
              {name}
            </span>
            <span className={styles.play}>
              <Glyph name="play" size={34} />
            </span>
          </button>
        )}
      </div>
      <p className={styles.note} id="film-consent">
        {text(isPlaying ? 'video.trouble' : 'video.consent', { player: guide.playerName })}
      </p>
      <Announcement>{state === 'loading' ? text('loading') : ''}</Announcement>
    </div>
  );
}
