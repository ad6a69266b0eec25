/** The oldest browsers that the widget works in (docs/integration.md); an Android WebView is Chrome's. */
export const oldestBrowsers = ['chrome93', 'firefox92', 'safari15.4'];
