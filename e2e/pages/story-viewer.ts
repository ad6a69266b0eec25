import type { Page } from '@playwright/test';
import axe from 'axe-core';
import { readStoriesUrl } from '../stack/stack.ts';
import { describeSkeleton } from './describe-skeleton.ts';
import { findCutText } from './find-cut-text.ts';
import { findViolations, type PageTools, type Scope } from './find-violations.ts';
import { setGlobals, showStory } from './show-story.ts';
import { listTextColours } from './text-colours.ts';
import { untilStorySettles, watchShortTimers } from './until-story-settles.ts';

/** The usual frame of a story in px: wider than a phone, and too narrow for two panes. */
export const usualSize = { width: 896, height: 720 };

/** A frame with room for two panes, as stories of those need. */
const sizeOfPanes = { width: 1280, height: 720 };

/** The narrowest phone's frame. */
export const narrowSize = { width: 320, height: 640 };

/** The stories' page, one story at a time. */
export class StoryViewer {
  readonly page: Page;
  /** The position after the previous story, which may have left state behind. */
  order = '';
  private shown: string | null = null;
  private errors: string[] = [];
  private globals: string | null = null;
  private size = usualSize;

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
  async show(id: string, globals: string, size = usualSize): Promise<void> {
    if (globals !== this.globals) await this.load(globals);
    this.order = this.shown === null ? 'first of its page' : `after ${this.shown}`;
    this.shown = id;
    this.errors = [];
    await this.resize(id.startsWith('app-panes--') ? sizeOfPanes : size);
    this.errors.push(...(await this.page.evaluate(showSettled, id)));
  }

  private async resize(size: typeof usualSize): Promise<void> {
    if (size === this.size) return;
    await this.page.setViewportSize(size);
    this.size = size;
  }

  private async load(globals: string): Promise<void> {
    const known = this.globals === null ? [] : await this.page.evaluate(listKnown);
    if (this.globals === null) await this.page.addInitScript(watchShortTimers);
    await this.page.goto(`${readStoriesUrl()}/iframe.html?viewMode=story`);
    // No story is requested yet.
    await this.page.waitForSelector('.sb-show-nopreview', { state: 'attached' });
    const entries = globals.split(';').map((global) => global.split(':'));
    await this.page.evaluate(setGlobals, Object.fromEntries(entries));
    await this.page.evaluate(axe.source);
    await this.page.evaluate(`tools = {
      axe, describeSkeleton: ${describeSkeleton}, findCutText: ${findCutText}, listTextColours: ${listTextColours},
      showStory: ${showStory}, untilStorySettles: ${untilStorySettles},
      known: new Set(${JSON.stringify(known)}),
    }`);
    this.globals = globals;
    this.shown = null;
  }

  /**
   * Returns the problems of the shown story: accessibility violations, and errors in the console.
   */
  findProblems(): Promise<string[]> {
    return this.findProblemsBy({ hasColours: true, others: 'all' });
  }

  /** Returns the texts that can't be read at twice their size on the narrowest phone. */
  async findCutText(): Promise<string[]> {
    const usual = this.size;
    await this.resize(narrowSize);
    await this.page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    // Pictures have room of their own, and those beside the screen don't load.
    await this.page.evaluate(async () => {
      await document.fonts.ready;
      await new Promise((resolve) => requestAnimationFrame(resolve));
      await scheduler.postTask(() => {}, { priority: 'background' });
    });
    const problems = await this.page.evaluate(findCutText);
    await this.page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
    await this.resize(usual);
    return problems;
  }

  /**
   * Lets the shown story speak other languages, and returns the texts that are cut off, lie over
   * others, make the page scroll sideways or are broken within a word.
   */
  async findCutTextIn(locales: readonly string[]): Promise<string[]> {
    this.errors = [];
    const problems = await this.page.evaluate(findCutTextIn, locales);
    return [...problems, ...this.errors];
  }

  /** Returns the problems of names and languages: nothing else changes with another language. */
  findProblemsOfLanguage(): Promise<string[]> {
    return this.findProblemsBy({ hasColours: false, others: 'language' });
  }

  /** Switches the same story to the dark theme, and returns its problems: only colours differ. */
  findProblemsInDark(): Promise<string[]> {
    this.errors = [];
    return this.findProblemsBy({ theme: 'dark', hasColours: true, others: null });
  }

  private async findProblemsBy(scope: Omit<Scope, 'isWhole'>): Promise<string[]> {
    const isWhole = process.env.KASSA_LONG === '1';
    const broken = await this.page.evaluate(findViolations, { ...scope, isWhole });
    return [...broken, ...this.errors];
  }
}

/** Runs in the page: shows a story and waits until it is complete. Returns its errors. */
async function showSettled(id: string): Promise<string[]> {
  const { showStory, untilStorySettles }: PageTools = Reflect.get(window, 'tools');
  const faults = await showStory(id);
  await untilStorySettles();
  return faults;
}

/** Runs in the page: returns the problems of its texts in other languages (`.storybook/preview.tsx`). */
async function findCutTextIn(locales: readonly string[]): Promise<string[]> {
  const { findCutText, untilStorySettles }: PageTools = Reflect.get(window, 'tools');
  const problems: string[] = [];
  for (const locale of locales) {
    window.dispatchEvent(new CustomEvent('speak', { detail: locale }));
    // Boxes that follow the size of others have it later.
    await untilStorySettles();
    problems.push(...findCutText().map((problem) => `${locale}: ${problem}`));
  }
  return problems;
}

/** Runs in the page: returns what axe needn't check again after a reload. */
function listKnown(): string[] {
  return [...Reflect.get(window, 'tools').known];
}
