import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchPresses } from '../ui/presses.ts';
import { createHeightReport, type HeightReport } from './report-height.ts';

let told: number[];
let reportOf: HeightReport;
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  told = [];
  reportOf = createHeightReport((heightPx) => told.push(heightPx));
  stop = watchPresses(window);
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

const report = (heightPx: number) => reportOf('form', heightPx);

const fire = (type: string, buttons = 0) =>
  window.dispatchEvent(Object.assign(new Event(type), { buttons }));

test('a height is told at once', () => {
  report(500);
  expect(told).toEqual([500]);
});

test('a screen that stands only grows', () => {
  for (const heightPx of [500, 540, 500, 540, 541]) report(heightPx);
  expect(told).toEqual([500, 540, 541]);
});

test('another screen may be lower', () => {
  reportOf('form', 500);
  reportOf('list', 300);
  reportOf('list', 200);
  reportOf('form', 300);
  expect(told).toEqual([500, 300, 300]);
});

test('of a screen that comes during a press its own height is told', () => {
  fire('pointerdown', 1);
  reportOf('form', 500);
  reportOf('list', 300);
  fire('pointerup');
  vi.runAllTimers();
  expect(told).toEqual([300]);
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
