import { type KeyboardEvent, useState } from 'react';
import { useText } from '../../i18n/text.ts';
import { Announcement } from '../../ui/announcement.tsx';
import { SlidePicture } from './slide-picture.tsx';
import styles from './slide-show.module.css';
import tracks from './slide-track.module.css';
import { stepOfKey } from './step-of-key.ts';
import { useSlideTrack } from './use-slide-track.ts';

/** One slide, in the player's language. */
export interface Slide {
  text: string;
  /** The id of a picture of the catalogue: `pictures/<id>.svg`. */
  picture?: string | undefined;
}

interface SlideShowProps {
  /** The name of the slide show. */
  label: string;
  slides: readonly Slide[];
  /** Counted from 0. */
  index: number;
  onIndex: (index: number) => void;
}

/**
 * Slides side by side (§2 "Instruction pages"). The player swipes, uses the arrow keys anywhere in
 * them, or presses a dot. The screen has the buttons to step.
 */
export function SlideShow({ label, slides, index, onIndex }: SlideShowProps) {
  const text = useText();
  const track = useSlideTrack(String(index), (id) => onIndex(Number(id)));
  const count = slides.length;
  const near = useNear(index);

  function handleKey(event: KeyboardEvent<HTMLElement>) {
    const by = stepOfKey(event);
    if (by === null) return;
    event.preventDefault();
    const next = index + by;
    if (next >= 0 && next < count) onIndex(next);
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form's fields
    <div role="group" aria-label={label} className={styles.show} onKeyDown={handleKey}>
      <ul
        className={tracks.track}
        {...track}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
        tabIndex={0}
        aria-label={label}
      >
        {slides.map((slide, at) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: slides never change places
            key={at}
            className={styles.slide}
            data-id={at}
            // Both attributes, since browsers before 2022 don't know `inert`.
            inert={at !== index}
            aria-hidden={at !== index || undefined}
          >
            {slide.picture !== undefined && <SlidePicture id={slide.picture} isNear={at <= near} />}
            <p className={styles.text}>
              {count > 1 && (
                <b className={styles.number} aria-hidden="true">
                  {text('slides.number', { index: at + 1 })}
                </b>
              )}
              <span dir="auto">{slide.text}</span>
            </p>
          </li>
        ))}
      </ul>
      {count > 1 && <Dots count={count} index={index} onIndex={onIndex} />}
      <Announcement>{text('slides.place', { index: index + 1, count })}</Announcement>
    </div>
  );
}

/** Returns the last slide whose picture is fetched: one ahead of the player, never going back. */
function useNear(index: number): number {
  const [near, setNear] = useState(index + 1);
  if (index + 1 > near) setNear(index + 1);
  return near;
}

function Dots({
  count,
  index,
  onIndex,
}: { count: number } & Pick<SlideShowProps, 'index' | 'onIndex'>) {
  const text = useText();
  return (
    <ol className={styles.dots}>
      {Array.from({ length: count }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: dots never change places
        <li key={at}>
          <button
            type="button"
            className={styles.dot}
            aria-label={text('slides.place', { index: at + 1, count })}
            aria-current={at === index ? 'step' : undefined}
            onClick={() => onIndex(at)}
          />
        </li>
      ))}
    </ol>
  );
}
