import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Core, DrawnScreen } from '../core/core.ts';
import { buildDrawScreen } from './draw-screen.ts';
import { identifyBuild } from './widget-build.ts';

const page = '<!doctype html><title>Kassa</title>';

/** Writes a build whose renderer is this module; without one there is none. */
async function setUp(renderer?: string) {
  const folder = await mkdtemp(path.join(tmpdir(), 'kassa-build-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(path.join(folder, 'locales'));
  await mkdir(path.join(folder, 'server'));
  await writeFile(path.join(folder, 'index.html'), page);
  await writeFile(path.join(folder, 'locales/ar.Ab12.json'), '{"word":"كلمة"}');
  await writeFile(path.join(folder, 'locales/ar.shared.Ab12.json'), '{"words":"كلمات"}');
  await writeFile(path.join(folder, 'locales/ar.Ab12.json.br'), '');
  if (renderer !== undefined) {
    await writeFile(path.join(folder, 'server/render-first-screen.mjs'), renderer);
  }
  const log = { error: vi.fn() };
  return { draw: buildDrawScreen(folder, log as unknown as Core['log']), log };
}

const screen = (change: Partial<DrawnScreen['screen']> = {}): DrawnScreen => ({
  brandId: 'kassa',
  country: 'eg',
  platform: 'mobile',
  ownIcons: {},
  offer: { country: 'eg', currency: 'EGP', methods: [], groups: [] },
  screen: {
    build: identifyBuild(page),
    view: 'main',
    address: '/deposit',
    locale: 'ar-EG',
    closingButton: true,
    hasBadge: false,
    bonuses: 0,
    hasCryptoBonus: false,
    ...change,
  },
});

const working =
  'export const renderFirstScreen = async (screen) => JSON.stringify(screen);' +
  'export const joinMessages = (parts) => Object.assign({}, ...parts);';

test('draws with the renderer and the words of the build', async () => {
  const { draw, log } = await setUp(working);
  const { screen: asked, brandId, ...rest } = screen();
  const { build, ...facts } = asked;
  expect(JSON.parse((await draw(screen())) ?? '')).toEqual({
    ...rest,
    ...facts,
    product: brandId,
    messages: { word: 'كلمة', words: 'كلمات' },
  });
  expect(log.error).not.toHaveBeenCalled();
});

test.each([
  ['another build', { build: 'other' }],
  ['a language without a file', { locale: 'de' }],
])('draws nothing for %s', async (_, change) => {
  const { draw, log } = await setUp(working);
  expect(await draw(screen(change))).toBeNull();
  expect(log.error).not.toHaveBeenCalled();
});

test.each([
  ['fails', 'export const renderFirstScreen = async () => { throw new Error("Broken"); };'],
  ['is no module', 'this is not JavaScript'],
  ['is missing', undefined],
])('draws nothing where the renderer %s, and logs it', async (_, renderer) => {
  const { draw, log } = await setUp(renderer);
  expect(await draw(screen())).toBeNull();
  expect(log.error).toHaveBeenCalledOnce();
});
