import type { KeyboardEvent, ReactNode } from 'react';
import { useText } from '../../i18n/text.ts';
import { Announcement } from '../../ui/announcement.tsx';
import { Glyph } from '../../ui/glyph.tsx';
import tracks from '../slides/slide-track.module.css';
import { stepOfKey } from '../slides/step-of-key.ts';
import { useSlideTrack } from '../slides/use-slide-track.ts';
import styles from './bonus-slides.module.css';

interface BonusSlidesProps {
  /** The ids of the slides, in order. */
  ids: readonly string[];
  activeId: string;
  onChoose: (id: string) => void;
  renderSlide: (id: string, isActive: boolean) => ReactNode;
}

/**
 * Bonuses side by side. The player swipes, presses the buttons, or uses the arrow keys anywhere in
 * it. The visible bonus is the chosen one.
 */
export function BonusSlides({ ids, activeId, onChoose, renderSlide }: BonusSlidesProps) {
  const text = useText();
  const track = useSlideTrack(activeId, onChoose);
  const index = ids.indexOf(activeId);
  const step = (by: number) => {
    const next = ids[index + by];
    if (next !== undefined) onChoose(next);
  };

  function handleKey(event: KeyboardEvent<HTMLElement>) {
    const by = stepOfKey(event);
    if (by === null) return;
    event.preventDefault();
    step(by);
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form's fields
    <div
      role="group"
      aria-label={text('bonus.all')}
      onKeyDown={handleKey}
      className={styles.slides}
    >
      <ul className={tracks.track} {...track}>
        {ids.map((id) => (
          // Both attributes, since browsers before 2022 don't know `inert`.
          <li
            key={id}
            className={styles.slide}
            data-id={id}
            inert={id !== activeId}
            aria-hidden={id !== activeId || undefined}
          >
            {renderSlide(id, id === activeId)}
          </li>
        ))}
      </ul>
      {ids.length > 1 && (
        <div className={styles.steps}>
          <Step direction="back" isDisabled={index <= 0} onStep={() => step(-1)} />
          <span className={styles.dots} aria-hidden="true">
            {ids.map((id) => (
              <i key={id} className={styles.dot} data-active={id === activeId || undefined} />
            ))}
          </span>
          <Announcement>
            {text('bonus.place', { index: index + 1, count: ids.length })}
          </Announcement>
          <Step direction="forward" isDisabled={index >= ids.length - 1} onStep={() => step(1)} />
        </div>
      )}
    </div>
  );
}

interface StepProps {
  direction: 'back' | 'forward';
  isDisabled: boolean;
  onStep: () => void;
}

/**
 * A button to the next slide. It stays focusable at the end, so that the last step keeps the focus.
 */
function Step({ direction, isDisabled, onStep }: StepProps) {
  const text = useText();
  return (
    <button
      type="button"
      className={styles.step}
      aria-label={text(direction === 'back' ? 'bonus.previous' : 'bonus.next')}
      aria-disabled={isDisabled || undefined}
      onClick={onStep}
    >
      <Glyph name={direction} size={18} />
    </button>
  );
}
