import type { SiteTexts } from '../site-texts.ts';
import { texts } from '../texts.ts';
import { icons } from './icons.ts';

/** The outline of the cashier's first list: its header, an amount, and methods. */
const skeleton = ['head', 'amount', ...Array<string>(5).fill('method')]
  .map((part) => `<span class="skeleton-${part}"></span>`)
  .join('');

export function cashierHtml({ cashier }: SiteTexts): string {
  return `<div class="cashier-backdrop" id="cashier-backdrop"></div>
<section class="cashier" id="cashier" aria-labelledby="cashier-title" data-state="loading" data-sheet="open" tabindex="-1">
<header class="panel-header">
<h1 id="cashier-title">${cashier.title}</h1>
<span class="state" role="status" id="cashier-state">${cashier.state.loading}</span>
<button type="button" class="cashier-handle" id="cashier-handle" aria-label="${cashier.sheet}" aria-controls="cashier-content" aria-expanded="true"></button>
</header>
<div class="cashier-content" id="cashier-content">
<p class="cashier-message" id="cashier-message" hidden></p>
<div class="cashier-skeleton" aria-hidden="true">${skeleton}</div>
<div class="cashier-frame" id="cashier-frame"></div>
<p class="note cashier-phone-note" id="cashier-phone-note" hidden>${texts.playground.inPhone}</p>
<div class="cashier-notice" id="cashier-invalid-player" role="alert" hidden>
${icons.nobody}
<h2>${texts.cashier.invalidPlayerTitle}</h2>
<p id="cashier-invalid-player-reason"></p>
<button type="button" class="button button-primary" id="cashier-invalid-player-open">${texts.cashier.invalidPlayerOpen}</button>
</div>
<div class="cashier-notice" id="cashier-unreachable" role="alert" hidden>
${icons.unreachable}
<h2>${cashier.unreachableTitle}</h2>
<p id="cashier-reason"></p>
<p>${texts.cashier.howToStart}</p>
<button type="button" class="button button-primary" id="cashier-retry">${cashier.retry}</button>
</div>
<div class="cashier-notice" id="cashier-closed" hidden>
${icons.wallet}
<h2>${cashier.closedTitle}</h2>
<p>${cashier.closedText}</p>
<button type="button" class="button button-primary" id="cashier-open">${cashier.open}</button>
</div>
</div>
</section>`;
}
