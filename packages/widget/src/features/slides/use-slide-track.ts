import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** How long a swipe has been still before what it came to counts. */
const restMs = 120;

interface SlideTrack {
  ref: RefObject<HTMLUListElement | null>;
  handleScroll: () => void;
}

/**
 * Keeps a track of slides at the active one, and tells which one a swipe came to rest at. The track
 * is a list that snaps; each item names its slide in `data-id`.
 */
export function useSlideTrack(activeId: string, onChoose: (id: string) => void): SlideTrack {
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
