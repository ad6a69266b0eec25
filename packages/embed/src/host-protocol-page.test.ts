import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  bonusSchema,
  hostDataSchema,
  hostToWidgetSchema,
  themeTokenNames,
  widgetToHostSchema,
} from '@kassa/contract';
import { describe, expect, it } from 'vitest';
import { createCashierFrame } from './cashier-frame.ts';

const page = readFileSync(
  path.resolve(import.meta.dirname, '../../../docs/host-protocol.md'),
  'utf8',
);

/** Returns the text under a heading, up to the next heading. */
function section(title: string): string {
  const [, text] = page.split(`\n## ${title}\n`);
  expect(text, title).toBeDefined();
  return text?.split('\n## ')[0] ?? '';
}

/** Returns the code in the first cells of a section's table rows. */
function firstCells(text: string): string[] {
  return [...text.matchAll(/^\| (`.+?`) \|/gm)].flatMap(([, cell = '']) => codeIn(cell));
}

function codeIn(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
}

const typesOf = (schema: typeof hostToWidgetSchema | typeof widgetToHostSchema): string[] =>
  schema._zod.def.options.flatMap((option) => [...option.shape.messageType.def.values]);

describe.each([
  ['From the host', hostToWidgetSchema],
  ['From the cashier', widgetToHostSchema],
] as const)('%s', (title, schema) => {
  const examples = codeIn(section(title)).filter((code) => code.startsWith('{'));

  it('documents each message once, with one example', () => {
    expect(firstCells(section(title)).sort()).toEqual(typesOf(schema).sort());
    const shown = examples.map((example) => JSON.parse(example).messageType);
    expect(shown.sort()).toEqual(typesOf(schema).sort());
  });

  it.each(examples)('shows a valid example: %s', (example) => {
    // An equal result shows that the example is complete and has no extra field: the schema drops
    // unknown fields and fills in defaults.
    expect(schema.parse(JSON.parse(example))).toEqual(JSON.parse(example));
  });
});

it('shows a valid bonus', () => {
  const examples = codeIn(section('From the host'));
  const example = examples.find((code) => code.startsWith('{"messageType":"bonus-list')) ?? '';
  for (const bonus of JSON.parse(example).payload.bonusList) bonusSchema.parse(bonus);
});

describe('Host data', () => {
  const rows = [...section('Host data').matchAll(/^\| `(\w+)` \| (.+?) \|/gm)];

  it('documents each field once', () => {
    expect(rows.map(([, field]) => field).sort()).toEqual(Object.keys(hostDataSchema.shape).sort());
  });

  it.each(rows.map(([, field = '', shown = '']) => [field, shown] as const))(
    'shows the default of %s: %s',
    (field, shown) => {
      const defaults: Record<string, unknown> = hostDataSchema.parse({});
      const [literal] = codeIn(shown);
      if (literal !== undefined) expect(JSON.parse(literal)).toEqual(defaults[field]);
      // The docs describe only this default in words ("all off").
      else if (field !== 'schema') expect(defaults[field]).toBeUndefined();
    },
  );
});

it('documents each theme token', () => {
  expect(firstCells(section('Theme tokens')).sort()).toEqual([...themeTokenNames].sort());
});

describe('A frame of your own', () => {
  const frame = createCashierFrame({
    start: 'deposit',
    url: new URL('https://pay.example.com/kassa/'),
    title: 'Cashier',
    hasAutoHeight: false,
  });

  it('has the permissions of the embed’s own frame, each with its reason', () => {
    const sandbox = frame.getAttribute('sandbox') ?? '';
    const text = section('A frame of your own');
    expect(text).toContain(`sandbox="${sandbox}"`);
    expect(text).toContain(`allow="${frame.allow}"`);
    const rights = [...sandbox.split(' '), ...frame.allow.split('; ')];
    expect(firstCells(text).filter((cell) => !['sandbox', 'allow'].includes(cell))).toEqual(rights);
  });
});
