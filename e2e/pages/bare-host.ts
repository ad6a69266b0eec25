import type { Page } from '@playwright/test';
import { stack } from '../stack/stack.ts';
import { Cashier } from './cashier.ts';
import { WidgetMessages } from './widget-messages.ts';

/**
 * A host page without the embed, at the origin the brand allows: it says nothing by itself, and
 * anything that a test tells it to.
 */
export class BareHost {
  readonly page: Page;
  readonly cashier: Cashier;

  private constructor(page: Page) {
    this.page = page;
    this.cashier = new Cashier(page, 'en');
  }

  static async open(page: Page): Promise<BareHost> {
    // A real page of the origin, emptied: browsers keep made-up ones from frames of this machine.
    await page.goto(`${stack.demoUrl}/healthz`);
    await page.setContent(html, { waitUntil: 'commit' });
    return new BareHost(page);
  }

  /** Answers the widget's `Loaded`, once it came. */
  async answer(payload: unknown): Promise<void> {
    await this.page.waitForFunction(() => Reflect.get(window, 'said').length > 0);
    await this.say({ messageType: 'loaded', payload });
  }

  async say(message: unknown): Promise<void> {
    await this.page.evaluate(
      (json) => window.frames[0]?.postMessage(json, '*'),
      JSON.stringify(message),
    );
  }

  /** What the widget said so far. */
  async heard(): Promise<WidgetMessages> {
    const said: string[] = await this.page.evaluate(() => Reflect.get(window, 'said'));
    return new WidgetMessages(said.map((json) => JSON.parse(json)));
  }
}

const html = `<!doctype html>
<title>A host</title>
<script>
  const said = (window.said = []);
  addEventListener('message', ({ data }) => said.push(data));
</script>
<iframe title="Cashier" src="${stack.serverUrl}/kassa/" width="400" height="900"></iframe>
`;
