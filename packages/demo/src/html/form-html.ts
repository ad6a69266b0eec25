import { experiments } from '@kassa/contract';
import {
  bonusPresets,
  type Choices,
  groups,
  hostKinds,
  metaFlags,
  starts,
  tokenPresets,
  views,
} from '../choices.ts';
import { texts } from '../texts.ts';
import { iconOfSummary } from './icons.ts';
import {
  countryOptions,
  currencyOptions,
  localeOptions,
  type SelectOption,
} from './select-options.ts';

const { playground } = texts;

/** Renders the form of all host data and options. Its controls have the settings' names. */
export function formHtml({ countries, currencies }: Choices, hasBonuses: boolean): string {
  return `<form id="controls" class="controls-form" autocomplete="off">
<div class="controls">
${textHtml('player', playground.player, 'required maxlength="64" autocapitalize="off"')}
${selectHtml('currency', playground.currency, currencyOptions(currencies))}
${selectHtml('country', playground.country, countryOptions(countries))}
${selectHtml('locale', playground.locale, localeOptions())}
${segmentsHtml('start', playground.start, playground.starts, starts)}
${segmentsHtml('theme', playground.theme, playground.themes)}
${segmentsHtml('transport', playground.transport, playground.transports)}
${selectHtml('platform', playground.platform, optionsOf(hostKinds, playground.platforms))}
${switchHtml('closing', playground.closing)}
</div>
<div class="groups" role="group" aria-label="${playground.more}">
${groupHtml(playground.personGroup, personHtml())}
${groupHtml(playground.look, lookHtml())}
${groupHtml(playground.hostGroup, hostHtml())}
${groupHtml(playground.bonusGroup, bonusHtml(hasBonuses))}
${groupHtml(playground.flagGroup, flagHtml())}
</div>
</form>`;
}

function personHtml(): string {
  return `${textHtml('givenName', playground.givenName, 'maxlength="100"')}
${textHtml('familyName', playground.familyName, 'maxlength="100"')}
${textHtml('region', playground.region, `placeholder="${playground.regionHint}" autocapitalize="off"`)}
${switchHtml('verified', playground.verified)}
${switchHtml('ofAge', playground.ofAge)}`;
}

function lookHtml(): string {
  const presets = Object.keys(tokenPresets).map((name) => {
    const text = playground.tokenPresets[name as keyof typeof tokenPresets];
    return `<button type="button" class="chip" data-token-preset="${name}"><i class="swatch swatch-${name}"></i>${text}</button>`;
  });
  return `<div class="field field-wide">
<label class="field"><span>${playground.tokens}</span><input name="tokens" class="mono" placeholder="${playground.tokensHint}" spellcheck="false" autocapitalize="off"></label>
<div class="chips" role="group" aria-label="${playground.tokens}">${presets.join('')}</div>
</div>
${switchHtml('autoHeight', playground.autoHeight)}
${textHtml('badge', playground.badge, `inputmode="url" placeholder="${playground.badgeHint}"`)}`;
}

function hostHtml(): string {
  return `${segmentsHtml('view', playground.view, playground.views, views)}
${textHtml('host', playground.host)}
${textHtml('partnerKey', playground.partnerKey)}
${textHtml('backLabel', playground.backLabel)}
${textHtml('xOrigin', playground.xOrigin)}
${textHtml('platformVersion', playground.platformVersion)}
${switchHtml('pwa', playground.pwa)}
${switchHtml('app', playground.app)}`;
}

function bonusHtml(hasBonuses: boolean): string {
  const experimentSelects = Object.keys(experiments).map((key) =>
    selectHtml(`group.${key}`, playground.experiment(key), optionsOf(groups, playground.groups)),
  );
  const offers = hasBonuses
    ? `${selectHtml('bonuses', playground.bonuses, optionsOf(bonusPresets, playground.bonusPresets))}
${textHtml('bonusId', playground.bonusId, `placeholder="${playground.bonusIdHint}"`)}`
    : '';
  return `${offers}
${experimentSelects.join('\n')}`;
}

function flagHtml(): string {
  return `${metaFlags.map((name) => switchHtml(name, playground.metaFlags[name])).join('\n')}
${textHtml('geetest', playground.geetest)}`;
}

/**
 * Renders a collapsed group; the summary shows how many of its settings differ from their defaults.
 */
function groupHtml(title: string, content: string): string {
  return `<details class="group">
<summary>${iconOfSummary}<span>${title}</span><span class="group-count" hidden></span></summary>
<div class="controls">${content}</div>
</details>`;
}

function textHtml(name: string, label: string, attributes = ''): string {
  return `<label class="field"><span>${label}</span><input name="${name}" spellcheck="false" ${attributes}></label>`;
}

function selectHtml(name: string, label: string, options: readonly SelectOption[]): string {
  const items = options.map(([value, text]) => `<option value="${value}">${text}</option>`);
  return `<label class="field"><span>${label}</span><select name="${name}">${items.join('')}</select></label>`;
}

function switchHtml(name: string, label: string): string {
  return `<label class="switch"><input type="checkbox" name="${name}" role="switch"><span>${label}</span></label>`;
}

function segmentsHtml<Value extends string>(
  name: string,
  label: string,
  labels: Record<Value, string>,
  values: readonly Value[] = Object.keys(labels) as Value[],
): string {
  const items = values.map(
    (value) =>
      `<label><input type="radio" name="${name}" value="${value}"><span>${labels[value]}</span></label>`,
  );
  return `<fieldset class="field"><legend>${label}</legend><div class="segments">${items.join('')}</div></fieldset>`;
}

function optionsOf<Value extends string>(
  values: readonly Value[],
  labels: Record<Value, string>,
): SelectOption[] {
  return values.map((value) => [value, labels[value]]);
}
