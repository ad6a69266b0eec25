import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { locales } from '@kassa/contract';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildMethod } from '../../testing/build-method.ts';
import type { CatalogMethod } from '../catalog-schema.ts';
import { checkLabels } from './check-labels.ts';
import { describeProblem } from './read-catalog-file.ts';

const kept = Object.entries(locales)
  .filter(([, row]) => 'isComplete' in row)
  .map(([tag]) => tag);

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'locales-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Writes the locale files: each has these messages, except for the missing ones. */
async function writeMessages(keys: string[], lacking: Record<string, string[]> = {}) {
  for (const tag of kept) {
    const own = keys.filter((key) => !lacking[tag]?.includes(key));
    const messages = Object.fromEntries(own.map((key) => [key, key]));
    await writeFile(join(folder, `${tag}.json`), JSON.stringify(messages));
  }
}

async function check(part: Partial<CatalogMethod>): Promise<string[]> {
  const group = { name: 'cards', label: 'group.cards', position: 10 };
  const parts = {
    groups: [{ entry: group, file: 'groups.json', path: 'groups.0' }],
    methods: [{ entry: buildMethod('card', part), file: 'methods/de.json', path: 'methods.0' }],
  };
  return (await checkLabels(parts, folder)).map(describeProblem);
}

const everywhere = kept.map((tag) => `locales/${tag}.json`).join(', ');

it('finds nothing if every key exists in every complete language', async () => {
  await writeMessages(['group.cards', 'banner.a', 'securityRules.card', 'field.a', 'field.rule.a']);
  const validations = [{ regex: '^1', regex_error_key: 'field.rule.a' }];
  const problems = await check({
    banner: { bannerTextKey: 'banner.a' },
    securityRulesGroup: 'card',
    fields: [{ name: 'a', type: 'text', placeholder_key: 'field.a', validations }],
  });
  expect(problems).toEqual([]);
});

it.each<[string, Partial<CatalogMethod>, string]>([
  ['a banner', { banner: { bannerTextKey: 'banner.a' } }, 'banner.bannerTextKey: "banner.a"'],
  ['safety rules', { securityRulesGroup: 'cards' }, 'securityRulesGroup: "securityRules.cards"'],
  [
    'a field',
    { fields: [{ name: 'a', type: 'text', placeholder_key: 'field.a' }] },
    'fields.0.placeholder_key: "field.a"',
  ],
  [
    'a broken rule',
    {
      fields: [
        { name: 'a', type: 'text', validations: [{ regex: '1', regex_error_key: 'field.no' }] },
      ],
    },
    'fields.0.validations.0.regex_error_key: "field.no"',
  ],
])('finds that %s has no message', async (_what, part, problem) => {
  await writeMessages(['group.cards']);
  expect(await check(part)).toEqual([
    `methods/de.json: methods.0.${problem} is not a message of ${everywhere}`,
  ]);
});

it('finds a key that no screen with this place need have', async () => {
  await writeMessages(['group.cards', 'history.title']);
  expect(await check({ banner: { bannerTextKey: 'history.title' } })).toEqual([
    'methods/de.json: methods.0.banner.bannerTextKey: "history.title" doesn\'t begin with banner.',
  ]);
});

it('names the languages that lack a label', async () => {
  await writeMessages(['group.cards'], { 'es-MX': ['group.cards'], ru: ['group.cards'] });
  expect(await check({})).toEqual([
    'groups.json: groups.0.label: "group.cards" is not a message of locales/es-MX.json, locales/ru.json',
  ]);
});

it('reports a malformed or missing file', async () => {
  await writeMessages(['group.cards']);
  await writeFile(join(folder, 'ar.json'), '{');
  await rm(join(folder, 'pt.json'));
  expect(await check({})).toEqual(
    ['ar', 'pt'].map((tag) => `locales/${tag}.json: is missing or not a flat object of messages`),
  );
});
