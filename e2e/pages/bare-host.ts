import type { Page } from '@playwright/test';
import { stack } from '../stack/stack.ts';
import { Cashier } from './cashier.ts';
import { WidgetMessages } from './widget-messages.ts';

/**
 * A host page without the embed, at the brand's allowed origin. It sends only the messages of a
 * test.
 */
export class BareHost {
  readonly page: Page;
  readonly cashier: Cashier;

  private constructor(page: Page) {
    this.page = page;
    this.cashier = new Cashier(page, 'en');
  }

  static async open(page: Page): Promise<BareHost> {
    // A real page of the origin, emptied: browsers don't let a mocked page frame this machine's.
    await page.goto(`${stack.demoUrl}/healthz`);
    await page.setContent(html, { waitUntil: 'commit' });
    return new BareHost(page);
  }

  /** Answers the widget's `Loaded` once it has arrived. */
  async answer(payload: unknown): Promise<void> {
    await this.page.waitForFunction(() => Reflect.get(window, 'received').length > 0);
    await this.post({ messageType: 'loaded', payload });
  }

  async post(message: unknown): Promise<void> {
    await this.page.evaluate(
      (json) => window.frames[0]?.postMessage(json, '*'),
      JSON.stringify(message),
    );
  }

  /** Returns the widget's messages so far. */
  async received(): Promise<WidgetMessages> {
    const messages: string[] = await this.page.evaluate(() => Reflect.get(window, 'received'));
    return new WidgetMessages(messages.map((json) => JSON.parse(json)));
  }
}

const html = `<!doctype html>
<title>A host</title>
<script>
  const messages = (window.received = []);
  addEventListener('message', ({ data }) => messages.push(data));
</script>
<iframe title="Cashier" src="${stack.serverUrl}/kassa/" width="400" height="900"></iframe>
`;
