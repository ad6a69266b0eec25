import type { Theme } from '@kassa/contract';
import type { Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';
import { readStoriesUrl } from '../stack/stack.ts';
import { findCutText } from './find-cut-text.ts';
import { setGlobals, showStory } from './show-story.ts';
import { untilStorySettles, watchShortTimers } from './until-story-settles.ts';

/** They take the most time by far. */
const rulesOfColour = ['color-contrast', 'link-in-text-block'];

/** Axe's categories of rules about names, labels and languages. */
const rulesOfLanguage = [
  'cat.aria',
  'cat.forms',
  'cat.language',
  'cat.name-role-value',
  'cat.text-alternatives',
];

/** The stories' page, one story at a time. */
export class StoryViewer {
  readonly page: Page;
  /** The position after the previous story, which may have left state behind. */
  order = '';
  private shown: string | null = null;
  private errors: string[] = [];
  private globals: string | null = null;

  constructor(page: Page) {
    this.page = page;
    page.on('pageerror', (error) => this.errors.push(error.message));
    page.on('console', (message) => {
      if (message.type() !== 'error') return;
      // Browsers request this file from every page; Storybook has none.
      const { url } = message.location();
      if (!url.endsWith('/favicon.ico')) this.errors.push(`${message.text()} ${url}`);
    });
  }

  /**
   * Shows a story under `globals` such as `theme:dark;locale:ar`, and waits until it is complete.
   * The page is reloaded only for the first story and for other globals.
   */
  async show(id: string, globals: string): Promise<void> {
    if (globals !== this.globals) await this.load(globals);
    this.order = this.shown === null ? 'first of its page' : `after ${this.shown}`;
    this.shown = id;
    this.errors = [];
    this.errors.push(...(await this.page.evaluate(showStory, id)));
    await this.page.evaluate(untilStorySettles);
  }

  private async load(globals: string): Promise<void> {
    if (this.globals === null) await this.page.addInitScript(watchShortTimers);
    await this.page.goto(`${readStoriesUrl()}/iframe.html?viewMode=story`);
    // No story is requested yet.
    await this.page.waitForSelector('.sb-show-nopreview', { state: 'attached' });
    const entries = globals.split(';').map((global) => global.split(':'));
    await this.page.evaluate(setGlobals, Object.fromEntries(entries));
    await this.page.evaluate(axe.source);
    this.globals = globals;
    this.shown = null;
  }

  /** Switches the same story to the dark theme, which differs only in colours. */
  async darken(): Promise<void> {
    this.errors = [];
    await this.page.evaluate(() => {
      document.documentElement.dataset.theme = 'dark' satisfies Theme;
    });
  }

  /**
   * Returns the problems of the shown story: accessibility violations, and errors in the console.
   */
  findProblems(): Promise<string[]> {
    return this.findProblemsBy({});
  }

  /** Returns the texts that can't be read at twice their size on the narrowest phone. */
  async findCutText(): Promise<string[]> {
    const usual = this.page.viewportSize() ?? { width: 1280, height: 720 };
    await this.page.setViewportSize({ width: 320, height: 640 });
    await this.page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    // Pictures have room of their own, and those beside the screen don't load.
    await this.page.evaluate(async () => {
      await document.fonts.ready;
      await new Promise((resolve) => requestAnimationFrame(resolve));
      await scheduler.postTask(() => {}, { priority: 'background' });
    });
    const problems = await this.page.evaluate(findCutText);
    await this.page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
    await this.page.setViewportSize(usual);
    return problems;
  }

  /** Returns the problems of names and languages: nothing else changes with another language. */
  findProblemsOfLanguage(): Promise<string[]> {
    return this.findProblemsBy({ runOnly: rulesOfLanguage });
  }

  /** Returns the violations of the rules about colours. */
  findProblemsOfColour(): Promise<string[]> {
    return this.findProblemsBy({ runOnly: rulesOfColour });
  }

  private async findProblemsBy(options: RunOptions): Promise<string[]> {
    const broken = await this.page.evaluate(findViolations, options);
    return [...broken, ...this.errors];
  }
}

/** Runs in the page, where axe is loaded. A story has no frames. */
async function findViolations(options: RunOptions): Promise<string[]> {
  const { run }: typeof axe = Reflect.get(window, 'axe');
  const { violations } = await run({
    ...options,
    iframes: false,
    // The stories have no media, and no rule about style sheets is on by default.
    preload: false,
    resultTypes: ['violations'],
  });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html)}`);
}
