import { By, error, Key, until, type WebDriver, type WebElement } from 'selenium-webdriver';

const timeoutMs = 60_000;

/** How the elements of a role are found; their names are what the browser computes. */
const selectors = {
  link: 'a[href]',
  button: 'button',
  heading: 'h1, h2, h3',
  textbox: 'input:not([type]), input[type="text"]',
  status: '[role="status"], output',
} as const;

type Role = keyof typeof selectors;

/** What a WebKitGTK window shows, found by role and name as in the other journeys. */
export class Screen {
  readonly driver: WebDriver;

  constructor(driver: WebDriver) {
    this.driver = driver;
  }

  /** Waits until there is one, in the frame or window that is looked at. */
  async find(role: Role, name: RegExp): Promise<WebElement> {
    const found = await this.driver.wait(
      () => this.search(role, name),
      timeoutMs,
      `There is no ${role} ${name}.`,
    );
    if (found === null) throw new Error(`There is no ${role} ${name}.`);
    return found;
  }

  /** By the keyboard: where a page is just moving, a click goes beside it. But WebKit gives links no focus. */
  press(role: Role, name: RegExp): Promise<void> {
    return this.act(role, name, (element) =>
      role === 'link' ? element.click() : element.sendKeys(Key.ENTER),
    );
  }

  type(name: RegExp, text: string): Promise<void> {
    return this.act('textbox', name, (element) => element.sendKeys(text));
  }

  /** Looks into the frame of this title from now on, once it is there. */
  async enterFrame(title: string): Promise<void> {
    const frame = By.css(`iframe[title="${title}"]`);
    await this.driver.switchTo().defaultContent();
    await this.driver
      .switchTo()
      .frame(await this.driver.wait(until.elementLocated(frame), timeoutMs));
  }

  /** Does what opens a window, and looks into that one from now on. Returns the way back. */
  async followToWindow(act: () => Promise<void>): Promise<() => Promise<void>> {
    const here = await this.driver.getWindowHandle();
    const before = await this.driver.getAllWindowHandles();
    await act();
    const opened = await this.driver.wait(
      async () => {
        const handles = await this.driver.getAllWindowHandles();
        return handles.find((handle) => !before.includes(handle));
      },
      timeoutMs,
      'No window opened.',
    );
    if (opened === undefined) throw new Error('No window opened.');
    await this.driver.switchTo().window(opened);
    return () => this.driver.switchTo().window(here);
  }

  /** Finds and acts at once: what was drawn anew in between is looked for again. */
  private async act(
    role: Role,
    name: RegExp,
    act: (element: WebElement) => Promise<void>,
  ): Promise<void> {
    await this.driver.wait(
      async () => {
        const element = await this.search(role, name);
        if (element === null) return false;
        try {
          await act(element);
          return true;
        } catch (failure) {
          if (failure instanceof error.StaleElementReferenceError) return false;
          throw failure;
        }
      },
      timeoutMs,
      `There is no ${role} ${name}.`,
    );
  }

  private async search(role: Role, name: RegExp): Promise<WebElement | null> {
    try {
      for (const element of await this.driver.findElements(By.css(selectors[role]))) {
        if (name.test(await readName(element))) return element;
      }
    } catch {
      // The page changed under the search; the next look sees it whole.
    }
    return null;
  }
}

async function readName(element: WebElement): Promise<string> {
  if (!(await element.isDisplayed())) return '';
  return (await element.getAccessibleName()) || (await element.getText());
}
