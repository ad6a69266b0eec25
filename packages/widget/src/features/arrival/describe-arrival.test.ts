import { expect, test } from 'vitest';
import { describeArrival } from './describe-arrival.ts';

test.each([
  [undefined, null],
  [0, { key: 'complete.arrives.instant' }],
  [1, { key: 'complete.arrives.minutes', params: { minutes: 1 } }],
  [45, { key: 'complete.arrives.minutes', params: { minutes: 45 } }],
  [60, { key: 'complete.arrives.hours', params: { hours: 1 } }],
  [150, { key: 'complete.arrives.minutes', params: { minutes: 150 } }],
  [180, { key: 'complete.arrives.hours', params: { hours: 3 } }],
  [1440, { key: 'complete.arrives.days', params: { days: 1 } }],
  [4320, { key: 'complete.arrives.days', params: { days: 3 } }],
])('%j minutes: %j', (minutes, words) => {
  expect(describeArrival(minutes, 'complete.arrives')).toEqual(words);
});

test('what the method’s name says isn’t said again', () => {
  const method = { text: { en: 'Instant transfer', ru: 'Мгновенный перевод' } };
  expect(describeArrival(0, 'method.time', method)).toBeNull();
  expect(describeArrival(1, 'method.time', method)).not.toBeNull();
  expect(describeArrival(0, 'method.time', { text: { en: 'Transfer' } })).not.toBeNull();
});
