import type { TransactionStatus } from '@kassa/contract';
import { expect, type Locator, type Page } from '@playwright/test';
import { ProviderPage } from './provider-page.ts';
import { loadWords, type MessageKey, type Words } from './words.ts';

/** Where the widget is: the frame in a host page, or the page itself in a web view. */
type Place = Pick<Page, 'getByLabel' | 'getByPlaceholder' | 'getByRole' | 'getByText' | 'locator'>;

/** The widget, in its frame unless it is said to be elsewhere. */
export class Cashier {
  readonly page: Page;
  readonly words: Words;
  readonly frame: Place;

  constructor(page: Page, locale: string, place?: Place) {
    this.page = page;
    this.words = loadWords(locale);
    this.frame = place ?? page.getByTitle('Cashier', { exact: true }).contentFrame();
  }

  get search(): Locator {
    return this.frame.getByRole('searchbox', { name: this.words('deposit.list.search') });
  }

  /** A tile of the list, by the method's name in the player's language. */
  method(name: string): Locator {
    return this.frame.getByRole('listitem').getByRole('link', { name });
  }

  get amount(): Locator {
    return this.frame.getByRole('textbox', { name: this.words('form.amountInput.label') });
  }

  /** The button that pays: with the amount once that is valid, without before. */
  get submit(): Locator {
    const withAmount = this.frame.getByRole('button', { name: this.words('deposit.submit') });
    const empty = this.frame.getByRole('button', { name: this.words('deposit.submitEmpty') });
    return withAmount.or(empty);
  }

  /** The heading that says where the deposit stands. */
  status(status: TransactionStatus): Locator {
    return this.frame.getByRole('heading', { name: this.words(`complete.${status}.title`) });
  }

  /** The player's own word is taken at once; without one it would be accepted after a minute (§9). */
  async expectAcceptedAtOnce(): Promise<void> {
    await expect(this.status('accepted')).toBeVisible({ timeout: 30_000 });
  }

  /** The cross in the header; other buttons may close things too. */
  get closeButton(): Locator {
    const header = this.frame.getByRole('banner');
    return header.getByRole('button', { name: this.words('close') });
  }

  button(key: MessageKey): Locator {
    return this.frame.getByRole('button', { name: this.words(key) });
  }

  link(key: MessageKey): Locator {
    return this.frame.getByRole('link', { name: this.words(key) });
  }

  text(key: MessageKey): Locator {
    return this.frame.getByText(this.words(key));
  }

  /** The same where it is only a part of what is said. */
  saying(key: MessageKey): Locator {
    return this.frame.getByText(new RegExp(this.words(key).source.replace(/^\^|\$$/g, '')));
  }

  /** What went wrong: in place of a screen, or over the form, where it is said politely. */
  get failure(): Locator {
    return this.frame.getByRole('alert').or(this.frame.getByRole('status'));
  }

  /** Presses the button that pays. */
  async pay(): Promise<void> {
    await this.submit.click();
  }

  /** Takes the way from the list to a method's form. */
  async choose(method: string): Promise<void> {
    await this.method(method).click();
    await expect(this.amount).toBeVisible();
  }

  /** The same by the search, wherever the list keeps the method. */
  async find(method: string): Promise<void> {
    await this.search.fill(method);
    await this.method(method).first().click();
    await expect(this.amount).toBeVisible();
  }

  /** Follows a group's tile to the list of its methods. */
  async openGroup(title: string): Promise<void> {
    await this.frame.getByRole('link', { name: title }).click();
    await expect(this.frame.getByRole('heading', { level: 1, name: title })).toBeVisible();
  }

  /** The deposit that the screen is about. */
  async readDepositId(): Promise<string> {
    const address = await this.frame.locator('html').evaluate(() => location.href);
    return new URL(address).searchParams.get('depositId') ?? '';
  }

  /** Types an amount and pays; returns the provider's page in the popup that opened. */
  async deposit(method: string, amount: string): Promise<ProviderPage> {
    await this.choose(method);
    await this.amount.fill(amount);
    return this.followToProvider(() => this.pay());
  }

  /** Does what opens a window, and returns the provider's page in it. */
  async followToProvider(act: () => Promise<void>): Promise<ProviderPage> {
    const opened = this.page.context().waitForEvent('page', { timeout: 60_000 });
    const [popup] = await Promise.all([opened.catch(() => this.explainNoWindow()), act()]);
    return ProviderPage.arrive(popup);
  }

  /** A picture of the page doesn't say what stands in its frame. */
  private async explainNoWindow(): Promise<never> {
    const shown = await this.frame.locator('body').innerText();
    const focused = await this.frame.locator('html').evaluate(() => {
      const { outerHTML = '' } = document.activeElement ?? {};
      return `${document.hasFocus()}, ${outerHTML.slice(0, 200)}`;
    });
    throw new Error(`No window was opened. Focus: ${focused}. The cashier shows:\n${shown}`);
  }

  /** Loads the frame anew at the place it is, as a browser short of memory does. */
  async reload(): Promise<void> {
    await this.frame.locator('html').evaluate(() => location.reload());
  }
}
