import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** How long a swipe must rest, in ms, before its slide is chosen. */
const restMs = 120;

interface SlideTrack {
  ref: RefObject<HTMLUListElement | null>;
  onScroll: () => void;
  onPointerDown: () => void;
  onWheel: () => void;
  onKeyDown: () => void;
}

/**
 * Keeps a track of slides at the active one, and reports the slide at which a swipe rests. The
 * track is a list with scroll snapping; each item has its slide's id in `data-id`. The result is
 * spread onto that list.
 */
export function useSlideTrack(activeId: string, onChoose: (id: string) => void): SlideTrack {
  const ref = useRef<HTMLUListElement>(null);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isFirst = useRef(true);
  // The slide that the track scrolls to by itself. A busy phone may pause on the way; that chooses
  // no slide.
  const steeredTo = useRef<string>(null);

  useLayoutEffect(() => {
    const { current: list } = ref;
    if (list === null) return;
    const isInstant = isFirst.current || matchMedia('(prefers-reduced-motion: reduce)').matches;
    isFirst.current = false;
    steeredTo.current = isAt(list, activeId) ? null : activeId;
    if (steeredTo.current !== null) steer(list, activeId, isInstant ? 'auto' : 'smooth');
  }, [activeId]);

  useEffect(() => () => clearTimeout(rest.current), []);

  const onScroll = () => {
    clearTimeout(rest.current);
    rest.current = setTimeout(() => {
      const { current: list } = ref;
      if (list === null) return;
      const { current: id } = steeredTo;
      if (id !== null) {
        if (isAt(list, id)) steeredTo.current = null;
        else steer(list, id, 'auto');
        return;
      }
      const nearest = slidesOf(list)
        .map((slide) => ({ id: slide.dataset.id, away: Math.abs(offsetIn(list, slide)) }))
        .sort((one, other) => one.away - other.away)[0];
      if (nearest?.id !== undefined) onChoose(nearest.id);
    }, restMs);
  };
  const takeOver = () => {
    steeredTo.current = null;
  };

  return { ref, onScroll, onPointerDown: takeOver, onWheel: takeOver, onKeyDown: takeOver };
}

/**
 * Scrolls to a position, not by a distance: for a distance browsers stop at each slide. Works in
 * both directions of text.
 */
function steer(list: HTMLElement, id: string, behavior: ScrollBehavior): void {
  list.scrollTo({ left: list.scrollLeft + offsetOf(list, id), behavior });
}

const isAt = (list: HTMLElement, id: string) => Math.abs(offsetOf(list, id)) <= 1;

function offsetOf(list: HTMLElement, id: string): number {
  const slide = slidesOf(list).find(({ dataset }) => dataset.id === id);
  return slide === undefined ? 0 : offsetIn(list, slide);
}

function slidesOf(list: HTMLElement): HTMLElement[] {
  return [...list.children].filter((child) => child instanceof HTMLElement);
}

/** Returns how far a slide is from its visible position, in px. */
function offsetIn(list: HTMLElement, slide: HTMLElement): number {
  const [shown, wanted] = [list.getBoundingClientRect(), slide.getBoundingClientRect()];
  return wanted.left + wanted.width / 2 - (shown.left + shown.width / 2);
}
