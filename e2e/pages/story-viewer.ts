import { AxeBuilder } from '@axe-core/playwright';
import type { Theme } from '@kassa/contract';
import type { Page } from '@playwright/test';
import { stack } from '../stack/stack.ts';
import { untilColoursSettle } from './until-colours-settle.ts';

/** The stories' page, one story at a time. */
export class StoryViewer {
  readonly page: Page;
  private complaints: string[] = [];

  constructor(page: Page) {
    this.page = page;
    page.on('pageerror', (error) => this.complaints.push(error.message));
    page.on('console', (message) => {
      if (message.type() !== 'error') return;
      // Browsers ask every page for this one; Storybook's has none.
      const { url } = message.location();
      if (!url.endsWith('/favicon.ico')) this.complaints.push(`${message.text()} ${url}`);
    });
  }

  /** Shows a story under `globals` such as `theme:dark;locale:ar`, and waits until all of it is there. */
  async show(id: string, globals: string): Promise<void> {
    this.complaints = [];
    await this.page.goto(
      `${stack.storiesUrl}/iframe.html?viewMode=story&id=${id}&globals=${globals}`,
    );
    // First its play function comes to an end, then whatever its screen loads.
    await this.page.waitForFunction(() => {
      const preview: { currentRender?: { phase?: string } } | undefined = Reflect.get(
        window,
        '__STORYBOOK_PREVIEW__',
      );
      return /finished|errored/.test(preview?.currentRender?.phase ?? '');
    });
    await this.page.waitForLoadState('networkidle');
  }

  /** The same story in the dark theme, which is nothing but other colours. */
  async darken(): Promise<void> {
    this.complaints = [];
    await this.page.evaluate(() => {
      document.documentElement.dataset.theme = 'dark' satisfies Theme;
    });
  }

  /** What is wrong with the story that is shown: broken rules of accessibility, and errors in the console. */
  findProblems(): Promise<string[]> {
    return this.judge(this.createAxe());
  }

  /** The same by the rules that look at colours. */
  findProblemsOfColour(): Promise<string[]> {
    return this.judge(this.createAxe().withRules(['color-contrast', 'link-in-text-block']));
  }

  /** A story has no frames, so axe need not open a page to gather what it found in them. */
  private createAxe(): AxeBuilder {
    return new AxeBuilder({ page: this.page }).setLegacyMode();
  }

  private async judge(axe: AxeBuilder): Promise<string[]> {
    await untilColoursSettle(this.page);
    const { violations } = await axe.analyze();
    const broken = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html)}`);
    return [...broken, ...this.complaints];
  }
}
