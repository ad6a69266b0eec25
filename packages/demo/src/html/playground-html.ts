import type { Choices } from '../choices.ts';
import { texts } from '../texts.ts';
import {
  countryOptions,
  currencyOptions,
  localeOptions,
  type SelectOption,
} from './select-options.ts';

const { playground, log } = texts;

export function playgroundHtml({ countries, currencies }: Choices): string {
  return `<section class="playground" id="playground" aria-labelledby="playground-title">
<header class="panel-header"><h2 id="playground-title">${playground.title}</h2></header>
<p class="note">${playground.intro}</p>
<form id="controls" class="controls" autocomplete="off">
<label class="field"><span>${playground.player}</span><input name="player" required maxlength="64" pattern="[A-Za-z0-9_.@\\-]+" title="${playground.playerRule}" spellcheck="false" autocapitalize="off"></label>
${selectHtml('currency', playground.currency, currencyOptions(currencies))}
${selectHtml('country', playground.country, countryOptions(countries))}
${selectHtml('locale', playground.locale, localeOptions())}
${segmentsHtml('theme', playground.theme, playground.themes)}
${segmentsHtml('transport', playground.transport, playground.transports)}
<label class="switch"><input type="checkbox" name="closing" role="switch"><span>${playground.closing}</span></label>
</form>
<div class="actions" role="group" aria-label="${playground.actions}">
<button type="button" class="button" id="action-remount">${playground.remount}</button>
<button type="button" class="button" id="action-close">${playground.close}</button>
<button type="button" class="button" id="action-theme">${playground.sendTheme('dark')}</button>
<button type="button" class="button" id="action-token">${playground.token}</button>
</div>
${logHtml()}
</section>`;
}

function selectHtml(name: string, label: string, options: readonly SelectOption[]): string {
  const items = options.map(([value, text]) => `<option value="${value}">${text}</option>`);
  return `<label class="field"><span>${label}</span><select name="${name}">${items.join('')}</select></label>`;
}

function segmentsHtml(name: string, label: string, options: Record<string, string>): string {
  const items = Object.entries(options).map(
    ([value, text]) =>
      `<label><input type="radio" name="${name}" value="${value}"><span>${text}</span></label>`,
  );
  return `<fieldset class="field"><legend>${label}</legend><div class="segments">${items.join('')}</div></fieldset>`;
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
