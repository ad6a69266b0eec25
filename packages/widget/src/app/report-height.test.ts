import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createHeightReport, type HeightReport } from './report-height.ts';

let told: number[];
let report: HeightReport;
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  told = [];
  report = createHeightReport(window, (heightPx) => told.push(heightPx));
  stop = report.watch();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

const fire = (type: string, buttons = 0) =>
  window.dispatchEvent(Object.assign(new Event(type), { buttons }));

test('a height is told at once', () => {
  report.tell(500);
  expect(told).toEqual([500]);
});

test.each(['pointerup', 'pointercancel'])(
  'while something is pressed it waits, and the last is told after %s and its click',
  (release) => {
    fire('pointerdown', 1);
    report.tell(500);
    report.tell(540);
    fire(release);
    expect(told).toEqual([]);
    vi.runAllTimers();
    expect(told).toEqual([540]);
    report.tell(560);
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
  report.tell(500);
  fire('pointermove', 1);
  expect(told).toEqual([]);
  fire('pointermove');
  expect(told).toEqual([500]);
});
