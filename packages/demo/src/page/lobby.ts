import { formatMoney } from '@kassa/contract';
import { games } from '../games/games.ts';
import { lagoonTextsOf } from '../lagoon-texts.ts';
import { siteFormatOf } from '../site-texts.ts';
import { fetchFreeEntry, playRound } from './demo-api.ts';
import { element } from './element.ts';
import type { PlaygroundSettings } from './playground-settings.ts';
import { siteLanguage } from './site.ts';

interface LobbyParts {
  /** Returns the current settings. */
  read(): PlaygroundSettings;
  /** Shows the balances of after an act. */
  refresh(): void;
}

/** Connects the sweepstake casino's games and its free entry. */
export function connectLobby({ read, refresh }: LobbyParts): void {
  const words = lagoonTextsOf(siteLanguage);
  const outcome = element('round-outcome', HTMLElement);
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-game]')) {
    const { game, coin } = button.dataset as { game: keyof typeof games; coin: 'QSC' | 'QGC' };
    const { title, stakes } = games[game];
    connect(button, async () => {
      const settings = read();
      const format = siteFormatOf(settings.locale, settings.country);
      const inCoins = (amount: string) => formatMoney({ amount, currency: coin }, format);
      const answer = await playRound(settings, { game, coin });
      if (answer.kind === 'failed') {
        outcome.textContent = answer.code === 'coins.tooFew' ? words.games.tooFew : words.failed;
        return;
      }
      const text = answer.value === '0' ? words.games.lost : words.games.won;
      outcome.textContent = text
        .replace('{game}', title)
        .replace('{stake}', inCoins(stakes[coin]))
        .replace('{won}', inCoins(answer.value));
      refresh();
    });
  }
  const entryOutcome = element('entry-outcome', HTMLElement);
  connect(element('free-entry', HTMLButtonElement), async () => {
    const answer = await fetchFreeEntry(read());
    const isFailed = answer.kind === 'failed';
    const { given, had } = words.entry;
    entryOutcome.textContent = isFailed ? words.failed : answer.value ? given : had;
    refresh();
  });
}

/** Runs an act at each press; further presses are ignored until it ends. */
function connect(button: HTMLButtonElement, act: () => Promise<void>): void {
  button.addEventListener('click', async () => {
    if (button.ariaBusy === 'true') return;
    button.ariaBusy = 'true';
    await act();
    button.ariaBusy = 'false';
  });
}
