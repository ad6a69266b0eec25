import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { stack } from '../stack/stack.ts';

/** The stories' page, one story at a time. */
export class StoryViewer {
  readonly page: Page;
  private complaints: string[] = [];

  constructor(page: Page) {
    this.page = page;
    page.on('pageerror', (error) => this.complaints.push(error.message));
    page.on('console', (message) => {
      // Browsers ask every page for this one; Storybook's has none.
      const isFavicon = message.location().url.endsWith('/favicon.ico');
      if (message.type() === 'error' && !isFavicon) this.complaints.push(message.text());
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

  /** What is wrong with the story that is shown: broken rules of accessibility, and errors in the console. */
  async findProblems(): Promise<string[]> {
    // A story has no frames, so axe need not open a page to gather what it found in them.
    const { violations } = await new AxeBuilder({ page: this.page }).setLegacyMode().analyze();
    const broken = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html)}`);
    return [...broken, ...this.complaints];
  }
}
