/** Height of a frame that follows its content before the widget has said it, so that the page below moves little. */
const firstHeightPx = 640;

/** What the frame's page may do, and why. What isn't named here it can't: to lead the host's page
 * away (`allow-top-navigation*`) above all. */
const sandbox = [
  // The widget is an app.
  'allow-scripts',
  // It keeps its own origin: its storage, its calls to its own server, and the origin that the host
  // checks messages by. It is another origin than the host's, so it can't reach the host's page.
  'allow-same-origin',
  // A provider that is reached by POST is reached by a form.
  'allow-forms',
  // A provider's page opens in a window of its own …
  'allow-popups',
  // … which is a free one, or the provider's 3-D Secure step would break.
  'allow-popups-to-escape-sandbox',
].join(' ');

/** What the widget may use of the browser, where the host's page may itself. */
const permissions = [
  // A press on "Copy" puts an address or a reference into the clipboard.
  'clipboard-write',
  // Wallet buttons open the browser's payment sheet (PaymentRequest) inside the frame.
  'payment',
  // A guide's film plays by the press that asked for it …
  'autoplay',
  // … and may fill the screen.
  'fullscreen',
].join('; ');

/**
 * Takes a frame that already stands in the page, so that the cashier loads while the page's scripts
 * do. Its address, height, `sandbox` and `allow` are the page's own (the README has them to copy).
 * @throws TypeError when it doesn't lead to the cashier.
 */
export function adoptCashierFrame(
  frame: HTMLIFrameElement,
  { url, title, hasAutoHeight }: FrameOptions,
): HTMLIFrameElement {
  // A frame's `src` reads as an absolute address; the slash ends the origin.
  if (!frame.src.startsWith(`${url.origin}/`)) {
    throw new TypeError(`mountCashier: the iframe's src must be at ${url.origin}`);
  }
  frame.title ||= title;
  if (hasAutoHeight) frame.style.height ||= `${firstHeightPx}px`;
  return frame;
}

/** What the frame itself needs to know, before the widget has answered anything. */
export interface FrameOptions {
  url: URL;
  title: string;
  hasAutoHeight: boolean;
  locale?: string | undefined;
  theme?: string | undefined;
}

/**
 * Builds the iframe. Locale and theme go into its address as well as into the handshake, so that
 * the first paint already has the right language, direction and colours.
 */
export function createCashierFrame(options: FrameOptions): HTMLIFrameElement {
  const address = new URL(options.url);
  if (options.locale) address.searchParams.set('locale', options.locale);
  if (options.theme) address.searchParams.set('theme', options.theme);
  const frame = document.createElement('iframe');
  frame.title = options.title;
  frame.setAttribute('sandbox', sandbox);
  frame.allow = permissions;
  frame.style.display = 'block';
  frame.style.width = '100%';
  frame.style.border = '0';
  if (options.hasAutoHeight) frame.style.height = `${firstHeightPx}px`;
  else fillElement(frame);
  frame.src = address.href;
  return frame;
}

/**
 * The height of the element around the frame. Where that has none of its own, the two bounds count for
 * nothing and the frame has this height. A browser that doesn't know `dvh` keeps the first.
 */
const ownHeights = ['min(720px, 100vh)', 'min(720px, 100dvh)'];

function fillElement({ style }: HTMLIFrameElement): void {
  for (const height of ownHeights) style.height = height;
  style.minHeight = '100%';
  style.maxHeight = '100%';
}
