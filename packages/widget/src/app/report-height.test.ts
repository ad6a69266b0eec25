import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchPresses } from '../ui/presses.ts';
import { createHeightReport } from './report-height.ts';

let told: number[];
let report: (heightPx: number) => void;
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  told = [];
  report = createHeightReport((heightPx) => told.push(heightPx));
  stop = watchPresses(window);
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

const fire = (type: string, buttons = 0) =>
  window.dispatchEvent(Object.assign(new Event(type), { buttons }));

test('a height is told at once', () => {
  report(500);
  expect(told).toEqual([500]);
});

test.each(['pointerup', 'pointercancel'])(
  'while something is pressed it waits, and the last is told after %s and its click',
  (release) => {
    fire('pointerdown', 1);
    report(500);
    report(540);
    fire(release);
    expect(told).toEqual([]);
    vi.runAllTimers();
    expect(told).toEqual([540]);
    report(560);
    expect(told).toEqual([540, 560]);
  },
);

test('a press that changed nothing tells nothing', () => {
  fire('pointerdown', 1);
  fire('pointerup');
  vi.runAllTimers();
  expect(told).toEqual([]);
});

test('a press that was let go of elsewhere is over once the pointer is back', () => {
  fire('pointerdown', 1);
  report(500);
  fire('pointermove', 1);
  expect(told).toEqual([]);
  fire('pointermove');
  vi.runAllTimers();
  expect(told).toEqual([500]);
});

test('a finger’s click comes later than its release', () => {
  fire('pointerdown', 1);
  report(500);
  fire('pointerup');
  vi.advanceTimersByTime(50);
  expect(told).toEqual([]);
  fire('click');
  vi.advanceTimersByTime(0);
  expect(told).toEqual([500]);
});

test('a press that follows at once is waited for as well', () => {
  fire('pointerdown', 1);
  report(500);
  fire('pointerup');
  fire('pointerdown', 1);
  vi.advanceTimersByTime(1000);
  expect(told).toEqual([]);
  fire('pointerup');
  vi.runAllTimers();
  expect(told).toEqual([500]);
});
