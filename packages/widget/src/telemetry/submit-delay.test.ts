import { createFakeBridge } from '@kassa/test-kit';
import { afterEach, expect, test } from 'vitest';
import { reportFirstSubmit } from './submit-delay.ts';

afterEach(() => {
  performance.clearMarks();
  performance.clearMeasures();
});

test('reports the delay of the first press since the methods were shown, once', () => {
  const bridge = createFakeBridge();
  performance.mark('kassa:full-loaded', { startTime: 0 });
  reportFirstSubmit(bridge);
  reportFirstSubmit(bridge);
  expect(bridge.sent).toEqual([
    {
      messageType: 'Metric',
      payload: { name: 'first_show_submit_delay', value: expect.any(Number) },
    },
  ]);
  const [measure] = performance.getEntriesByName('kassa:first_show_submit_delay');
  expect(measure).toMatchObject({ startTime: 0, duration: expect.any(Number) });
  expect(measure?.duration).toBeGreaterThan(0);
});

test('reports nothing before the methods were shown', () => {
  const bridge = createFakeBridge();
  reportFirstSubmit(bridge);
  expect(bridge.sent).toEqual([]);
});
