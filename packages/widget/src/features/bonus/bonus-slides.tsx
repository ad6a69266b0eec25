import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { useText } from '../../i18n/text.ts';
import { Announcement } from '../../ui/announcement.tsx';
import { Glyph } from '../../ui/glyph.tsx';
import styles from './bonus-slides.module.css';

interface BonusSlidesProps {
  /** One slide each, in this order. */
  ids: readonly string[];
  activeId: string;
  onChoose: (id: string) => void;
  renderSlide: (id: string, isActive: boolean) => ReactNode;
}

/** How long a swipe has been still before what it came to counts. */
const restMs = 120;

/**
 * Bonuses side by side: swiped, stepped through by its buttons, or by the arrow keys from anywhere in
 * it. What is in sight is what is chosen.
 */
export function BonusSlides({ ids, activeId, onChoose, renderSlide }: BonusSlidesProps) {
  const text = useText();
  const track = useTrack(activeId, onChoose);
  const index = ids.indexOf(activeId);
  const step = (by: number) => {
    const next = ids[index + by];
    if (next !== undefined) onChoose(next);
  };

  function handleKey(event: KeyboardEvent<HTMLElement>) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const isRightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl';
    const forward = isRightToLeft ? 'ArrowLeft' : 'ArrowRight';
    const back = isRightToLeft ? 'ArrowRight' : 'ArrowLeft';
    if (event.key !== forward && event.key !== back) return;
    event.preventDefault();
    step(event.key === forward ? 1 : -1);
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form's fields
    <div
      role="group"
      aria-label={text('bonus.all')}
      onKeyDown={handleKey}
      className={styles.slides}
    >
      <ul className={styles.track} ref={track.ref} onScroll={track.handleScroll}>
        {ids.map((id) => (
          // Both, since browsers of before 2022 don't know `inert`.
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

/** Stays focusable at the end, so that the focus isn't lost with the last step. */
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

/** Keeps the track at the active slide, and tells which one a swipe came to rest at. */
function useTrack(activeId: string, onChoose: (id: string) => void) {
  const ref = useRef<HTMLUListElement>(null);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isFirst = useRef(true);

  useLayoutEffect(() => {
    const { current: list } = ref;
    if (list === null) return;
    const isInstant = isFirst.current || matchMedia('(prefers-reduced-motion: reduce)').matches;
    isFirst.current = false;
    const slide = slidesOf(list).find(({ dataset }) => dataset.id === activeId);
    const left = slide === undefined ? 0 : offsetIn(list, slide);
    // To a place and not by a distance: a browser lets that one pass no slide. Each way a language reads.
    const options = {
      left: list.scrollLeft + left,
      behavior: isInstant ? 'auto' : 'smooth',
    } as const;
    if (Math.abs(left) > 1) list.scrollTo(options);
  }, [activeId]);

  useEffect(() => () => clearTimeout(rest.current), []);

  function handleScroll() {
    clearTimeout(rest.current);
    rest.current = setTimeout(() => {
      const { current: list } = ref;
      if (list === null) return;
      const nearest = slidesOf(list)
        .map((slide) => ({ id: slide.dataset.id, away: Math.abs(offsetIn(list, slide)) }))
        .sort((one, other) => one.away - other.away)[0];
      if (nearest?.id !== undefined) onChoose(nearest.id);
    }, restMs);
  }

  return { ref, handleScroll };
}

function slidesOf(list: HTMLElement): HTMLElement[] {
  return [...list.children].filter((child) => child instanceof HTMLElement);
}

/** How far a slide is from its place in sight, in px. */
function offsetIn(list: HTMLElement, slide: HTMLElement): number {
  const [shown, wanted] = [list.getBoundingClientRect(), slide.getBoundingClientRect()];
  return wanted.left + wanted.width / 2 - (shown.left + shown.width / 2);
}
