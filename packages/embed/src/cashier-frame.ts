/**
 * The initial height of a frame with `autoHeight`, so that the page below moves little when the
 * widget reports its height.
 */
const firstHeightPx = 640;

/**
 * The permissions of the frame's page with their reasons. All others are denied, above all
 * navigating the host's page (`allow-top-navigation*`).
 */
const sandbox = [
  // The widget is a JavaScript app.
  'allow-scripts',
  // The widget keeps its own origin: its storage, the calls to its server, and the origin by which
  // the host verifies messages. That origin differs from the host's, so the host's page is out of
  // reach.
  'allow-same-origin',
  // Some providers' pages are opened by posting a form.
  'allow-forms',
  // A provider's page opens in its own window.
  'allow-popups',
  // That window has no sandbox, which would break the provider's 3-D Secure step.
  'allow-popups-to-escape-sandbox',
  // The player saves a receipt.
  'allow-downloads',
].join(' ');

/** The browser features that the widget may use, if the host's page has them. */
const permissions = [
  // "Copy" writes an address or a reference to the clipboard.
  'clipboard-write',
  // Wallet buttons open the browser's payment sheet (PaymentRequest) inside the frame.
  'payment',
  // A video guide plays after the player's press.
  'autoplay',
  // The player shares a receipt.
  'web-share',
  // A video guide may fill the screen.
  'fullscreen',
].join('; ');

/**
 * Adopts an iframe of the host's page, so that the cashier loads while the page's scripts do. The
 * page sets its address, height, `sandbox` and `allow` (see the README).
 * @throws TypeError if the iframe's address isn't the cashier's.
 */
export function adoptCashierFrame(
  frame: HTMLIFrameElement,
  { url, title, hasAutoHeight }: FrameOptions,
): HTMLIFrameElement {
  // `src` returns an absolute address; the slash ends the origin.
  if (!frame.src.startsWith(`${url.origin}/`)) {
    throw new TypeError(`mountCashier: the iframe's src must be at ${url.origin}`);
  }
  frame.title ||= title;
  if (hasAutoHeight) frame.style.height ||= `${firstHeightPx}px`;
  return frame;
}

/** The frame's options, needed before the handshake. */
export interface FrameOptions {
  url: URL;
  title: string;
  hasAutoHeight: boolean;
  locale?: string | undefined;
  theme?: string | undefined;
  /** The first screen: the deposit methods, or those of withdrawals. */
  start: 'deposit' | 'withdrawal';
}

/**
 * Builds the iframe. Locale and theme are in its address as well as in the handshake, so that the
 * first paint already has the right language, direction and colours.
 */
export function createCashierFrame(options: FrameOptions): HTMLIFrameElement {
  const address = new URL(options.url);
  if (options.start === 'withdrawal') {
    address.pathname = `${address.pathname.replace(/\/+$/, '')}/withdrawal`;
  }
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
 * The height of a frame that fills its element. In an element without a height, its percentage
 * bounds have no effect and the frame has this height. Browsers without `dvh` keep the first value.
 */
const ownHeights = ['min(720px, 100vh)', 'min(720px, 100dvh)'];

function fillElement({ style }: HTMLIFrameElement): void {
  for (const height of ownHeights) style.height = height;
  style.minHeight = '100%';
  style.maxHeight = '100%';
}
