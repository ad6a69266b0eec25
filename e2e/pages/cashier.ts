import type { TransactionStatus } from '@kassa/contract';
import { expect, type Locator, type Page } from '@playwright/test';
import { ProviderPage } from './provider-page.ts';
import { loadWords, type MessageKey, type Words } from './words.ts';

/** The widget's place: the frame in a host page, or the page itself in a web view. */
type Place = Pick<Page, 'getByLabel' | 'getByPlaceholder' | 'getByRole' | 'getByText' | 'locator'>;

/** The widget's frame: in the demo its title is in the player's language. */
export const cashierFrame = '#cashier-frame iframe, iframe[title="Cashier"]';

/** The widget, by default in its frame. */
export class Cashier {
  readonly page: Page;
  readonly words: Words;
  readonly frame: Place;

  constructor(page: Page, locale: string, place?: Place) {
    this.page = page;
    this.words = loadWords(locale);
    this.frame = place ?? page.locator(cashierFrame).contentFrame();
  }

  get search(): Locator {
    return this.frame.getByRole('searchbox', { name: this.words('deposit.list.search') });
  }

  /** Returns a tile of the list, by the method's name in the player's language. */
  method(name: string): Locator {
    return this.frame.getByRole('listitem').getByRole('link', { name });
  }

  get amount(): Locator {
    return this.frame.getByRole('textbox', { name: this.words('form.amountInput.label') });
  }

  /** The button that pays: its text has the amount once that is valid. */
  get submit(): Locator {
    const withAmount = this.frame.getByRole('button', { name: this.words('deposit.submit') });
    const empty = this.frame.getByRole('button', { name: this.words('deposit.submitEmpty') });
    const asked = this.frame.getByRole('button', { name: this.words('form.amountInput.empty') });
    return withAmount.or(empty).or(asked);
  }

  /** Returns the heading with the deposit's status. */
  status(status: TransactionStatus): Locator {
    return this.frame.getByRole('heading', { name: this.words(`complete.${status}.title`) });
  }

  /** The heading while nobody has reported money: the status is accepted, by the clock or the player. */
  get unconfirmed(): Locator {
    return this.frame.getByRole('heading', { name: this.words('complete.unconfirmed.title') });
  }

  /** The heading once the player has closed the window of the provider's page. */
  get left(): Locator {
    return this.frame.getByRole('heading', { name: this.words('complete.closed.title') });
  }

  /**
   * The player's claim is accepted at once; without it the status would change after a minute (§9).
   */
  async expectAcceptedAtOnce(): Promise<void> {
    await expect(this.unconfirmed).toBeVisible({ timeout: 30_000 });
  }

  /** The close button in the header; other parts may have close buttons too. */
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

  /** Like {@link text}, for a part of a text. */
  partialText(key: MessageKey): Locator {
    return this.frame.getByText(new RegExp(this.words(key).source.replace(/^\^|\$$/g, '')));
  }

  /** The error in place of a screen, or over the form as a polite status. */
  get failure(): Locator {
    return this.frame.getByRole('alert').or(this.frame.getByRole('status'));
  }

  /** Presses the button that pays. */
  async pay(): Promise<void> {
    await this.submit.click();
  }

  /** Opens a method's form from the list. */
  async choose(method: string): Promise<void> {
    await this.method(method).click();
    await expect(this.amount).toBeVisible();
  }

  /**
   * Opens a method's form through the search, wherever the list has it.
   * @param landmark - what the method leads to, where it isn't the form
   */
  async find(method: string, landmark: Locator = this.amount): Promise<void> {
    await this.search.fill(method);
    await this.method(method).first().click();
    await expect(landmark).toBeVisible();
  }

  /** Opens the list of a group's methods by its tile. */
  async openGroup(title: string): Promise<void> {
    await this.frame.getByRole('link', { name: title }).click();
    await expect(this.frame.getByRole('heading', { level: 1, name: title })).toBeVisible();
  }

  /** Returns the id of the screen's deposit. */
  async readDepositId(): Promise<string> {
    const address = await this.frame.locator('html').evaluate(() => location.href);
    return new URL(address).searchParams.get('depositId') ?? '';
  }

  /** Types an amount and pays. Returns the provider's page in the popup. */
  async deposit(method: string, amount: string): Promise<ProviderPage> {
    await this.choose(method);
    await this.amount.fill(amount);
    return this.followToProvider(() => this.pay());
  }

  /**
   * Runs an act that opens a window. Returns the provider's page in it. A window that closes before
   * is one of an earlier press, whose event came late.
   */
  async followToProvider(act: () => Promise<void>): Promise<ProviderPage> {
    const opened = this.page.context().waitForEvent('page', {
      timeout: 60_000,
      predicate: (window) => ProviderPage.isReached(window),
    });
    const [popup] = await Promise.all([opened.catch(() => this.explainNoWindow()), act()]);
    return ProviderPage.arrive(popup);
  }

  /** Reports the frame's content, which a screenshot of the page doesn't explain. */
  private async explainNoWindow(): Promise<never> {
    const shown = await this.frame.locator('body').innerText();
    const focused = await this.frame.locator('html').evaluate(() => {
      const { outerHTML = '' } = document.activeElement ?? {};
      return `${document.hasFocus()}, ${outerHTML.slice(0, 200)}`;
    });
    throw new Error(`No window was opened. Focus: ${focused}. The cashier shows:\n${shown}`);
  }

  /**
   * Reloads the frame at its current address, like a browser short of memory. Resolves once the
   * page of before is gone.
   */
  async reload(): Promise<void> {
    await this.frame.locator('html').evaluate((root) => {
      root.toggleAttribute('data-reloading', true);
      location.reload();
    });
    await expect(this.frame.locator('html[data-reloading]')).toHaveCount(0);
  }
}
