import type { Page } from '@playwright/test';
import { fetchToken } from '../stack/player-token.ts';
import { stack } from '../stack/stack.ts';
import { Cashier } from './cashier.ts';
import { type WidgetMessage, WidgetMessages } from './widget-messages.ts';

/**
 * Simulates an Android app with a web view that shows the widget, like the sample in
 * `packages/embed/native`: it sets the host data on the window before the page's own scripts run,
 * and receives messages at `KassaAndroid`.
 */
export class AndroidApp {
  readonly page: Page;
  readonly cashier: Cashier;
  readonly messages = new WidgetMessages();

  private constructor(page: Page, locale: string) {
    this.page = page;
    this.cashier = new Cashier(page, locale, page);
  }

  /** @param hostData - its token is that of a new player of the stack, unless it has one */
  static async open(
    page: Page,
    hostData: Record<string, unknown> = {},
    serverUrl = stack.serverUrl,
  ): Promise<AndroidApp> {
    const app = new AndroidApp(page, String(hostData.locale ?? 'en'));
    const token = hostData.token ?? (await fetchToken(`e2e-${crypto.randomUUID()}`));
    await page.exposeFunction('takeForApp', (json: string) => {
      app.messages.all.push(JSON.parse(json));
    });
    await page.addInitScript(
      (data) => {
        const take: (json: string) => void = Reflect.get(window, 'takeForApp');
        Object.assign(window, {
          __kassaHostData: data,
          KassaAndroid: { postMessage: (json: string) => take(json) },
        });
      },
      { locale: 'en', ...hostData, token },
    );
    await page.goto(`${serverUrl}/kassa/`);
    return app;
  }

  /** Sends a message to the widget, like the app through `evaluateJavascript`. */
  async post(message: WidgetMessage): Promise<void> {
    await this.page.evaluate(
      (json) => window.postMessage(json, location.origin),
      JSON.stringify(message),
    );
  }
}
