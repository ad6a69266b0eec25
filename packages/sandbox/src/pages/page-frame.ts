import { html, type Markup } from '../html.ts';

/** Renders a complete page of the provider; each page says that nothing is real. */
export function renderPage(title: string, body: Markup): string {
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${title} · Sandbox Pay</title>
    <link rel="stylesheet" href="/pay.css">
  </head>
  <body>
    <header>
      <p class="brand">Sandbox Pay</p>
      <p class="notice"><strong>Simulated payment.</strong> No money moves, whatever you press.</p>
    </header>
    <main>${body}</main>
  </body>
</html>
`.markup;
}

/** Formats an amount for display. Currencies unknown to Intl (crypto) are written as their code. */
export function formatAmount(amount: string, currency: string): string {
  if (!/^[A-Z]{3}$/.test(currency)) return `${amount} ${currency}`;
  const minimumFractionDigits = amount.split('.')[1]?.length ?? 0;
  const format = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    minimumFractionDigits,
    maximumFractionDigits: Math.max(minimumFractionDigits, 2),
  });
  return format.format(amount as Intl.StringNumericLiteral);
}
