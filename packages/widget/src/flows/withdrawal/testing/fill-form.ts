interface Stage {
  canvasElement: HTMLElement;
  userEvent: {
    type(element: Element, text: string): Promise<void>;
    click(element: Element): Promise<void>;
  };
}

/** Waits for an element of a story, in any language. */
export async function find(canvasElement: HTMLElement, selector: string): Promise<Element> {
  const found = canvasElement.querySelector(selector);
  if (found !== null) return found;
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      const late = canvasElement.querySelector(selector);
      if (late === null) return;
      observer.disconnect();
      resolve(late);
    });
    observer.observe(canvasElement, { childList: true, subtree: true, attributes: true });
  });
}

/** Types an amount and an account number into a story's form. */
export async function fillForm({ canvasElement, userEvent }: Stage): Promise<void> {
  const typeInto = async (name: string, typed: string) =>
    userEvent.type(await find(canvasElement, `[data-field="${name}"] input`), typed);
  await typeInto('amount', '52500');
  await typeInto('account', '0123456789');
}

/** Fills in a story's form and presses its button. */
export async function goOn(stage: Stage): Promise<void> {
  await fillForm(stage);
  await press(stage, 'footer button[type="submit"]');
}

/** Goes on to the confirmation. */
export async function goToConfirm(stage: Stage): Promise<void> {
  await goOn(stage);
  await find(stage.canvasElement, 'form[hidden]');
}

/** Presses a button as soon as it is there. */
export async function press({ canvasElement, userEvent }: Stage, selector: string): Promise<void> {
  await userEvent.click(await find(canvasElement, selector));
}
