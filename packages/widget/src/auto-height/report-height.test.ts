import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchPresses } from '../ui/presses.ts';
import { createHeightReport, type HeightReport } from './report-height.ts';

let reported: number[];
let reportOf: HeightReport;
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  reported = [];
  reportOf = createHeightReport((heightPx) => reported.push(heightPx));
  stop = watchPresses(window);
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

const report = (heightPx: number) => reportOf('form', heightPx);

const fire = (type: string, buttons = 0) =>
  window.dispatchEvent(Object.assign(new Event(type), { buttons }));

test('a height is reported at once', () => {
  report(500);
  expect(reported).toEqual([500]);
});

test('a screen’s reported height only grows', () => {
  for (const heightPx of [500, 540, 500, 540, 541]) report(heightPx);
  expect(reported).toEqual([500, 540, 541]);
});

test('another screen may be lower', () => {
  reportOf('form', 500);
  reportOf('list', 300);
  reportOf('list', 200);
  reportOf('form', 300);
  expect(reported).toEqual([500, 300, 300]);
});

test('the height of a screen that appears during a press is reported after it', () => {
  fire('pointerdown', 1);
  reportOf('form', 500);
  reportOf('list', 300);
  fire('pointerup');
  vi.runAllTimers();
  expect(reported).toEqual([300]);
});

test.each(['pointerup', 'pointercancel'])(
  'during a press reports wait; the last one is sent after %s and its click',
  (release) => {
    fire('pointerdown', 1);
    report(500);
    report(540);
    fire(release);
    expect(reported).toEqual([]);
    vi.runAllTimers();
    expect(reported).toEqual([540]);
    report(560);
    expect(reported).toEqual([540, 560]);
  },
);

test('a press without a change reports nothing', () => {
  fire('pointerdown', 1);
  fire('pointerup');
  vi.runAllTimers();
  expect(reported).toEqual([]);
});

test('a press that is released outside is over once the pointer is back', () => {
  fire('pointerdown', 1);
  report(500);
  fire('pointermove', 1);
  expect(reported).toEqual([]);
  fire('pointermove');
  vi.runAllTimers();
  expect(reported).toEqual([500]);
});

test('a finger’s click comes later than its release', () => {
  fire('pointerdown', 1);
  report(500);
  fire('pointerup');
  vi.advanceTimersByTime(50);
  expect(reported).toEqual([]);
  fire('click');
  vi.advanceTimersByTime(0);
  expect(reported).toEqual([500]);
});

test('reports wait for a press that follows at once too', () => {
  fire('pointerdown', 1);
  report(500);
  fire('pointerup');
  fire('pointerdown', 1);
  vi.advanceTimersByTime(1000);
  expect(reported).toEqual([]);
  fire('pointerup');
  vi.runAllTimers();
  expect(reported).toEqual([500]);
});
