import type { Theme } from '@kassa/contract';
import { bonusPresets, tokenPresets } from '../choices.ts';
import { texts } from '../texts.ts';
import { element } from './element.ts';
import type { Host } from './host.ts';
import { pageTheme } from './page-theme.ts';
import type { PlaygroundSettings } from './playground-settings.ts';

const tokenNames = Object.keys(tokenPresets) as (keyof typeof tokenPresets)[];

interface SendParts {
  host: Host;
  /** Returns the current settings. */
  read(): PlaygroundSettings;
  /** Stores a setting that was sent live, so that a reload and a link have it too. */
  keep(changed: PlaygroundSettings): void;
  remount(): void;
}

/**
 * Connects the buttons that send messages. Returns a function that updates their labels from the
 * settings.
 */
export function connectSendButtons({ host, read, keep, remount }: SendParts): () => void {
  const button = (id: string) => element(`send-${id}`, HTMLButtonElement);
  const [theme, tokens] = [button('theme'), button('tokens')];
  // A sweepstake casino offers none.
  const bonuses = document.getElementById('send-bonuses');

  const nextTheme = (): Theme => (pageTheme(read()) === 'dark' ? 'light' : 'dark');
  const nextTokens = () =>
    after(
      tokenNames,
      tokenNames.find((name) => tokenPresets[name] === read().tokens),
    );
  const nextBonuses = () => after(bonusPresets, read().bonuses);

  button('remount').addEventListener('click', remount);
  button('close').addEventListener('click', () => host.close());
  button('token').addEventListener('click', () => host.sendToken(false));
  button('expired').addEventListener('click', () => host.sendToken(true));
  button('loaded').addEventListener('click', () => host.sendLoaded());
  button('malformed').addEventListener('click', () => host.sendText(texts.send.malformedText));
  const update = (
    changed: Partial<PlaygroundSettings>,
    send: (settings: PlaygroundSettings) => void,
  ) => {
    keep({ ...read(), ...changed });
    send(read());
  };
  theme.addEventListener('click', () => update({ theme: nextTheme() }, host.updateTheme));
  tokens.addEventListener('click', () =>
    update({ tokens: tokenPresets[nextTokens()] }, host.updateTokens),
  );
  bonuses?.addEventListener('click', () =>
    update({ bonuses: nextBonuses() }, host.updateBonusList),
  );

  const own = element('send-own', HTMLFormElement);
  const text = own.elements.namedItem('text');
  if (text instanceof HTMLTextAreaElement) {
    text.value = texts.send.ownExample;
    own.addEventListener('submit', (event) => {
      event.preventDefault();
      host.sendText(text.value);
    });
  }

  return () => {
    theme.textContent = texts.send.theme(nextTheme());
    tokens.textContent = texts.send.tokens(texts.playground.tokenPresets[nextTokens()]);
    if (bonuses !== null) bonuses.textContent = texts.send.bonuses(nextBonuses());
  };
}

/** Returns the value after another, in a cycle; the second value if the other isn't in the list. */
function after<Value>(values: readonly Value[], value: Value | undefined): Value {
  const index = value === undefined ? 0 : values.indexOf(value);
  const next = values[(index + 1) % values.length];
  if (next === undefined) throw new Error('There are no values to choose from');
  return next;
}
