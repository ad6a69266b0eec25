import type { Theme } from '@kassa/contract';
import { pageDataSchema } from '../page-data.ts';
import { texts } from '../texts.ts';
import { createAccount } from './account.ts';
import { createCashierPanel } from './cashier-panel.ts';
import { createControls } from './controls.ts';
import { element } from './element.ts';
import { createEventLog } from './event-log.ts';
import { createHost } from './host.ts';
import { decodeSettings, encodeSettings, type PlaygroundSettings } from './playground-settings.ts';

const playerKey = 'northline.player';

const data = pageDataSchema.parse(JSON.parse(element('page-data', HTMLScriptElement).text));
let settings = decodeSettings(location.search, data.choices, localStorage.getItem(playerKey));
const account = createAccount();
const panel = createCashierPanel(() => mount());
const host = createHost({ data, panel, log: createEventLog(), account });
const controls = createControls(data.choices, (changed) => {
  keep(changed);
  mount();
});
const themeButton = element('action-theme', HTMLButtonElement);

function mount(): void {
  showNextTheme();
  void host.mount({ ...settings });
}

/** Keeps settings in the address, so that a state can be linked, and the player for the next visit. */
function keep(changed: PlaygroundSettings): void {
  settings = changed;
  localStorage.setItem(playerKey, settings.player);
  history.replaceState(null, '', encodeSettings(settings) + location.hash);
}

function nextTheme(): Theme {
  return settings.theme === 'dark' ? 'light' : 'dark';
}

function showNextTheme(): void {
  themeButton.textContent = texts.playground.sendTheme(nextTheme());
}

element('action-remount', HTMLButtonElement).addEventListener('click', mount);
element('action-close', HTMLButtonElement).addEventListener('click', () => host.close());
element('action-token', HTMLButtonElement).addEventListener('click', () => host.refreshToken());
themeButton.addEventListener('click', () => {
  host.updateTheme(nextTheme());
  keep({ ...settings, theme: nextTheme() });
  controls.show(settings);
  showNextTheme();
});
element('header-deposit', HTMLAnchorElement).addEventListener('click', (event) => {
  event.preventDefault();
  if (panel.state.kind === 'closed') mount();
  panel.focus();
});
window.addEventListener('focus', () => void account.refresh(settings));

controls.show(settings);
mount();
