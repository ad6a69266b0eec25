import type { PageData } from '../page-data.ts';
import { texts } from '../texts.ts';
import { codeHtml } from './code-html.ts';
import { formHtml } from './form-html.ts';
import { iconOfSummary } from './icons.ts';
import { sendHtml } from './send-html.ts';

const { playground, payer, log } = texts;

/** Renders the developers' part of the page. It is folded under its title until a developer opens it. */
export function playgroundHtml(
  { site, choices }: Pick<PageData, 'site' | 'choices'>,
  sandboxUrl: string | null,
): string {
  const hasBonuses = site === 'northline';
  return `<section class="playground" id="playground" aria-labelledby="playground-title" lang="en" dir="ltr">
<details class="playground-fold" id="playground-fold">
<summary class="panel-header">${iconOfSummary}<h2 id="playground-title">${playground.title}</h2></summary>
<div class="playground-content">
<p class="note">${playground.intro}</p>
<div class="problems" id="problems" role="status" hidden>
<b>${playground.problemTitle}</b>
<ul id="problem-list"></ul>
<span>${playground.problemRest}</span>
</div>
${formHtml(choices, hasBonuses)}
${sendHtml(hasBonuses)}
${sandboxUrl === null ? '' : payerHtml(sandboxUrl)}
<div class="tools">
${logHtml()}
${codeHtml()}
</div>
</div>
</details>
</section>`;
}

/**
 * Renders the links to the payer's pages of the simulation, because codes and invoices are paid
 * outside of the cashier.
 */
function payerHtml(sandboxUrl: string): string {
  const link = (path: string, label: string) =>
    `<a class="chip" href="${sandboxUrl}${path}" target="_blank" rel="noopener noreferrer">${label}</a>`;
  return `<div class="send">
<h3 id="payer-title">${payer.title}</h3>
<p class="note">${payer.note}</p>
<div class="chips" role="group" aria-labelledby="payer-title">
${link('/payments', payer.payments)}
${link('/payouts', payer.payouts)}
${link('/pix-bank', payer.pix)}
${link('/bank', payer.bank)}
${link('/chains', payer.chains)}
</div>
</div>`;
}

function logHtml(): string {
  return `<div class="log">
<div class="log-header">
<h3 id="log-title">${log.title} <span class="log-count" id="log-count">0</span></h3>
<input type="search" id="log-filter" aria-label="${log.filter}" placeholder="${log.filterShort}">
<button type="button" class="button button-quiet" id="log-clear">${log.clear}</button>
</div>
<div class="log-entries" role="log" aria-live="polite" aria-labelledby="log-title" tabindex="0">
<p class="log-empty" id="log-empty">${log.empty}</p>
<ol id="log-list"></ol>
</div>
</div>`;
}
