import { pageDataSchema } from '../page-data.ts';
import { siteLanguageOf } from '../site-texts.ts';
import { texts } from '../texts.ts';
import { createAccount } from './account.ts';
import { createBonusOffers } from './bonus-offers.ts';
import { createCashierPanel } from './cashier-panel.ts';
import { createCodePanel } from './code-panel.ts';
import { createControls } from './controls.ts';
import { element } from './element.ts';
import { createEventLog } from './event-log.ts';
import { foldPlayground } from './fold-playground.ts';
import { createHost } from './host.ts';
import { hostDataOf } from './host-data.ts';
import { connectLobby } from './lobby.ts';
import { onDeviceTheme, showPageTheme } from './page-theme.ts';
import {
  decodeSettings,
  encodeSettings,
  type PlaygroundSettings,
  type Problem,
} from './playground-settings.ts';
import { connectSendButtons } from './send-buttons.ts';
import { siteLanguage } from './site.ts';
import { createWebhookStream } from './webhook-stream.ts';

const playerKey = 'northline.player';

const data = pageDataSchema.parse(JSON.parse(element('page-data', HTMLScriptElement).text));
const given = decodeSettings(location.search, data.choices, localStorage.getItem(playerKey));
let { settings } = given;
const account = createAccount();
const code = createCodePanel(data.widgetUrl);
const panel = createCashierPanel(() => apply(settings));
const log = createEventLog();
const webhooks = data.hasWebhooks ? createWebhookStream(log, refreshBalance) : null;
const offers = createBonusOffers(showCode);
const host = createHost({ data, panel, log, account, offers });
const controls = createControls(data.choices, apply);
const nameSendButtons = connectSendButtons({
  host,
  read: () => settings,
  keep,
  remount: () => apply(settings),
});

/** Applies settings, and mounts the cashier with them. */
function apply(changed: PlaygroundSettings): void {
  element('problems', HTMLElement).hidden = true;
  keep(changed);
  // The backend renders the site in the language of the address.
  if (siteLanguageOf(changed.locale) === siteLanguage) mount();
  else location.reload();
}

function mount(): void {
  webhooks?.follow(settings.player);
  void host.mount({ ...settings });
}

/**
 * Stores settings in the address, so that a state can be linked, and the player for the next visit.
 */
function keep(changed: PlaygroundSettings): void {
  localStorage.setItem(playerKey, changed.player);
  history.replaceState(null, '', encodeSettings(changed, data.choices) + location.hash);
  show(changed);
}

function show(changed: PlaygroundSettings): void {
  settings = changed;
  controls.show(settings);
  showPageTheme(settings);
  showCode();
  nameSendButtons();
}

function showCode(): void {
  code.show(hostDataOf(settings, offers.of(settings)), settings.start);
}

/** Shows the address's invalid values. The address stays, to be corrected. */
function showProblems(problems: readonly Problem[]): void {
  const items = problems.map((problem) => {
    const item = document.createElement('li');
    item.textContent = texts.playground.problem(problem);
    return item;
  });
  element('problem-list', HTMLUListElement).replaceChildren(...items);
  element('problems', HTMLElement).hidden = problems.length === 0;
  for (const problem of problems) controls.showProblem(problem);
}

for (const [id, start] of [
  ['header-deposit', 'deposit'],
  ['header-withdraw', 'withdrawal'],
] as const) {
  element(id, HTMLAnchorElement).addEventListener('click', (event) => {
    event.preventDefault();
    if (panel.state.kind === 'closed' || host.flow() !== start) apply({ ...settings, start });
    panel.focus();
  });
}
if (data.site === 'lagoon') connectLobby({ read: () => settings, refresh: refreshBalance });
else element('promotion-deposit', HTMLAnchorElement).addEventListener('click', openPromotion);
onDeviceTheme(() => {
  if (settings.theme === 'auto') host.updateTheme(settings);
});
window.addEventListener('focus', refreshBalance);

/** Opens the deposits with the promoted bonus. */
function openPromotion(event: Event): void {
  event.preventDefault();
  const start = 'deposit';
  const isShown = panel.state.kind !== 'closed' && host.flow() === start;
  if (settings.bonuses === 'none') {
    apply({ ...settings, start, bonuses: 'deposit', bonusId: 'welcome' });
  } else if (!isShown) apply({ ...settings, start });
  panel.focus();
}

function refreshBalance(): void {
  if (panel.state.kind !== 'invalidPlayer') void account.refresh(settings);
}

foldPlayground();
show(settings);
showProblems(given.problems);
const invalidPlayer = given.problems.find(({ name }) => name === 'player');
// Playing as another player than the address names would use somebody else's money.
if (invalidPlayer === undefined) mount();
else panel.show({ kind: 'invalidPlayer', player: invalidPlayer.value });
