import { html, type Markup } from '../html.ts';

/** Renders a complete page of the player's bank; each page says that nothing is real. */
export function renderBankPage(title: string, body: Markup): string {
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${title} · Sandbox Bank (simulated)</title>
    <link rel="stylesheet" href="/pay.css">
    <link rel="stylesheet" href="/bank.css">
  </head>
  <body>
    <header class="bank-header">
      <a class="bank-name" href="/bank">${logo}Sandbox Bank</a>
      <p class="bank-tag">Simulated</p>
      <p class="bank-notice">The player’s bank. No money moves, whatever you press.</p>
    </header>
    <main>${body}</main>
  </body>
</html>
`.markup;
}

const logo = html`<svg viewBox="0 0 32 32" aria-hidden="true"><path d="M16 5 27 11v2H5v-2zM7 15h3v8H7zm7 0h4v8h-4zm8 0h3v8h-3zM5 25h22v2H5z"/></svg>`;
