import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchSight } from './watch-sight.ts';

/** The height of the frame, in px. */
const frameHeight = 2000;

/** The visible part of the frame, from and to, in px. */
let sight: [number, number];
let notify: () => void;
let stop: () => void;

beforeEach(() => {
  Object.assign(window, { innerHeight: frameHeight });
  vi.stubGlobal('IntersectionObserver', SimulatedObserver);
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

/** Reports each strip's visible part by its position among the others. */
class SimulatedObserver {
  private readonly strips: Element[] = [];

  constructor(callback: (entries: object[]) => void) {
    notify = () => callback(this.strips.map((target, at) => this.describe(target, at)));
  }

  observe(strip: Element): void {
    this.strips.push(strip);
  }

  disconnect(): void {
    this.strips.length = 0;
  }

  private describe(target: Element, at: number): object {
    const height = frameHeight / this.strips.length;
    const top = Math.max(at * height, sight[0]);
    const bottom = Math.min((at + 1) * height, sight[1]);
    return { target, isIntersecting: bottom > top, intersectionRect: { top, bottom } };
  }
}

function unseen(...parts: [number, number]): [string, string] {
  sight = parts;
  notify();
  const { style } = document.documentElement;
  return [style.getPropertyValue('--k-unseen-start'), style.getPropertyValue('--k-unseen-end')];
}

test('the hidden parts above and below are known at any scroll position of the host', () => {
  stop = watchSight({ document, window });
  expect(unseen(0, 2000)).toEqual(['0px', '0px']);
  expect(unseen(0, 800)).toEqual(['0px', '1200px']);
  expect(unseen(333, 1133)).toEqual(['333px', '867px']);
  expect(unseen(1200, 2000)).toEqual(['1200px', '0px']);
});

test('a frame that isn’t visible at all keeps the values', () => {
  stop = watchSight({ document, window });
  expect(unseen(1200, 2000)).toEqual(['1200px', '0px']);
  expect(unseen(0, 0)).toEqual(['1200px', '0px']);
});

test('a frame that grows is measured again', () => {
  stop = watchSight({ document, window });
  window.dispatchEvent(new Event('resize'));
  expect(unseen(500, 1500)).toEqual(['500px', '500px']);
});

test('stopping removes all elements from the page', () => {
  const before = document.body.childElementCount;
  watchSight({ document, window })();
  stop = () => {};
  expect(document.body.childElementCount).toBe(before);
});
