import { widgetToHostSchema } from '@kassa/contract';
import { expect, it } from 'vitest';
import { decodeWidgetMessage, widgetMessageTypes } from './widget-message.ts';

const samples = [
  { messageType: 'Loaded', version: 'v1' },
  { messageType: 'onInit' },
  { messageType: 'onInitError', payload: { message: 'no' } },
  { messageType: 'FullLoaded' },
  { messageType: 'onClose' },
  { messageType: 'tokenExpired' },
  { messageType: 'resize', payload: { height: 1 } },
  { messageType: 'navigate', payload: { path: '/deposit' } },
  { messageType: 'depositStatus', payload: { depositId: 'd', status: 'processed' } },
  { messageType: 'Metric', payload: { name: 'n', value: 1 } },
  { messageType: 'Metric', payload: { name: 'n', value: 'v' } },
  { messageType: 'onLocaleError', payload: { message: 'no' } },
  { messageType: 'reconnect-attempt', payload: { attempt: 1, url: 'wss://pay.example.com' } },
];

const broken = samples.flatMap((sample) => {
  const { messageType, payload, ...rest } = sample as { messageType: string; payload?: object };
  const fields = Object.keys(payload ?? rest);
  return fields.flatMap((field) =>
    [undefined, null, true, {}].map((value) =>
      payload === undefined
        ? { messageType, [field]: value }
        : { messageType, payload: { ...payload, [field]: value } },
    ),
  );
});

it('knows every message of the contract', () => {
  const types = widgetToHostSchema._zod.def.options.map(
    (option) => option.shape.messageType.def.values[0],
  );
  expect([...widgetMessageTypes].sort()).toEqual(types.sort());
  expect(new Set(samples.map((sample) => sample.messageType))).toEqual(new Set(types));
});

it.each([...samples, ...broken])('judges %j as the schema does', (message) => {
  const json = JSON.stringify(message);
  const expected = widgetToHostSchema.safeParse(JSON.parse(json)).success;
  expect(decodeWidgetMessage(json) !== null).toBe(expected);
});
