import { compareDecimals, formatMoney, type Money } from '@kassa/contract';
import { siteFormatOf } from '../site-texts.ts';
import { texts } from '../texts.ts';
import { type Answer, fetchBalances } from './demo-api.ts';
import { element } from './element.ts';
import type { PlaygroundSettings } from './playground-settings.ts';

/** The delay before a failed balance request is repeated. */
const retryMs = 2000;

/** The player's name and balances in the site's header. */
export interface Account {
  /** Shows a player; the balance is unknown until refreshed. */
  show(settings: PlaygroundSettings): void;
  /**
   * Requests the balance, and repeats the request while it fails. Only the latest request's balance
   * is shown. Returns the first response.
   */
  refresh(settings: PlaygroundSettings): Promise<Answer<readonly Money[]>>;
}

export function createAccount(): Account {
  const name = element('player-name', HTMLElement);
  const initial = element('player-initial', HTMLElement);
  const amount = element('balance', HTMLElement);
  let shown: readonly Money[] = [];
  let newest = 0;

  const refresh = async (settings: PlaygroundSettings): Promise<Answer<readonly Money[]>> => {
    newest += 1;
    const question = newest;
    const answer = await fetchBalances(settings);
    if (question !== newest) return answer;
    if (answer.kind === 'answered') {
      showBalances(answer.value, settings);
    } else {
      setTimeout(() => {
        if (question === newest) void refresh(settings);
      }, retryMs);
    }
    return answer;
  };

  const showBalances = (balances: readonly Money[], { locale, country }: PlaygroundSettings) => {
    const isRise = balances.some((balance) => {
      const before = shown.find(({ currency }) => currency === balance.currency);
      return before !== undefined && compareDecimals(balance.amount, before.amount) > 0;
    });
    shown = balances;
    const lines = balances.map((balance) => {
      const line = document.createElement('span');
      line.textContent = formatMoney(balance, siteFormatOf(locale, country));
      return line;
    });
    amount.replaceChildren(...lines.flatMap((line, at) => (at === 0 ? [line] : [' ', line])));
    if (isRise) playRise(amount);
  };

  return {
    show({ player }) {
      name.textContent = player;
      initial.textContent = player.charAt(0).toUpperCase();
      amount.textContent = texts.balanceUnknown;
      shown = [];
    },
    refresh,
  };
}

function playRise(amount: HTMLElement): void {
  amount.classList.remove('is-rising');
  // Reading the width applies the removal of the class, so that the animation restarts.
  void amount.offsetWidth;
  amount.classList.add('is-rising');
}
