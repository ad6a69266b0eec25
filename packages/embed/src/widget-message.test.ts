import { widgetToHostSchema } from '@kassa/contract';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { type Example, examplesOf } from './testing/schema-examples.ts';
import { decodeWidgetMessage, widgetMessageTypes } from './widget-message.ts';

const options = widgetToHostSchema._zod.def.options;
const types = options.map((option) => option.shape.messageType.def.values[0]);

it('knows every message of the contract', () => {
  expect([...widgetMessageTypes].sort()).toEqual([...types].sort());
});

describe.each(options.map((option, index) => [types[index], examplesOf(option)] as const))(
  '%s',
  (type, { right, wrong }) => {
    it.each(right)('is accepted like by the schema: %j', (message: Example) => {
      const issues = z.safeParse(widgetToHostSchema, message).error?.issues ?? [];
      // The widget ensures which fields go together.
      expect(issues.filter(({ code }) => code !== 'custom')).toEqual([]);
      expect(decodeWidgetMessage(JSON.stringify(message))).toEqual(message);
    });

    it.each(wrong)('is rejected like by the schema: %j', (message: Example) => {
      expect(z.safeParse(widgetToHostSchema, message).success).toBe(false);
      expect(decodeWidgetMessage(JSON.stringify(message))).toBeNull();
    });

    it('has both kinds of examples', () => {
      expect(right.length, type).toBeGreaterThan(0);
      expect(wrong.length, type).toBeGreaterThan(0);
    });
  },
);

it('rejects a number that JSON reads as infinite', () => {
  const json = '{"messageType":"resize","payload":{"height":1e999}}';
  expect(widgetToHostSchema.safeParse(JSON.parse(json)).success).toBe(false);
  expect(decodeWidgetMessage(json)).toBeNull();
});
