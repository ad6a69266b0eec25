import { By, error, Key, until, type WebDriver, type WebElement } from 'selenium-webdriver';

const timeoutMs = 60_000;

/** The selectors of elements by role; the browser computes their names. */
const selectors = {
  link: 'a[href]',
  button: 'button',
  heading: 'h1, h2, h3',
  textbox: 'input:not([type]), input[type="text"]',
  status: '[role="status"], output',
} as const;

type Role = keyof typeof selectors;

/** The content of a WebKitGTK window, found by role and name as in the other journeys. */
export class Screen {
  readonly driver: WebDriver;

  constructor(driver: WebDriver) {
    this.driver = driver;
  }

  /** Waits for an element in the current frame or window. */
  async find(role: Role, name: RegExp): Promise<WebElement> {
    const found = await this.driver.wait(
      () => this.search(role, name),
      timeoutMs,
      `There is no ${role} ${name}.`,
    );
    if (found === null) throw new Error(`There is no ${role} ${name}.`);
    return found;
  }

  /**
   * Presses by the keyboard, because a click may miss while a page moves. But WebKit gives links no
   * focus.
   */
  press(role: Role, name: RegExp): Promise<void> {
    return this.act(role, name, (element) =>
      role === 'link' ? element.click() : element.sendKeys(Key.ENTER),
    );
  }

  type(name: RegExp, text: string): Promise<void> {
    return this.act('textbox', name, (element) => element.sendKeys(text));
  }

  /** Switches to the frame of this title once it is there. */
  async enterFrame(title: string): Promise<void> {
    const frame = By.css(`iframe[title="${title}"]`);
    await this.driver.switchTo().defaultContent();
    await this.driver
      .switchTo()
      .frame(await this.driver.wait(until.elementLocated(frame), timeoutMs));
  }

  /** Runs an act that opens a window, and switches to it. Returns a function that switches back. */
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

  /**
   * Finds an element and acts at once; an element that was re-rendered in between is searched
   * again.
   */
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
      // The page changed during the search; the next search finds it.
    }
    return null;
  }
}

async function readName(element: WebElement): Promise<string> {
  if (!(await element.isDisplayed())) return '';
  return (await element.getAccessibleName()) || (await element.getText());
}
