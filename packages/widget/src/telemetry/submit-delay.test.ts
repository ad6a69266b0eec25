import { createFakeBridge } from '@kassa/test-kit';
import { afterEach, expect, test } from 'vitest';
import { markMethodsShown, reportFirstSubmit } from './submit-delay.ts';

afterEach(() => {
  performance.clearMarks();
  performance.clearMeasures();
});

test('reports the time from the first display of methods to the first press, once', () => {
  const bridge = createFakeBridge();
  performance.mark('kassa:full-loaded', { startTime: 0 });
  markMethodsShown();
  const [shown] = performance.getEntriesByType('mark').slice(-1);
  markMethodsShown();
  reportFirstSubmit(bridge);
  reportFirstSubmit(bridge);
  expect(bridge.sent).toEqual([
    {
      messageType: 'Metric',
      payload: { name: 'first_show_submit_delay', value: expect.any(Number) },
    },
  ]);
  const [measure] = performance.getEntriesByName('kassa:first_show_submit_delay');
  expect(measure?.startTime).toBe(shown?.startTime);
  expect(measure?.startTime).toBeGreaterThan(0);
});

test('reports nothing if no methods were shown', () => {
  const bridge = createFakeBridge();
  performance.mark('kassa:full-loaded', { startTime: 0 });
  reportFirstSubmit(bridge);
  expect(bridge.sent).toEqual([]);
});
