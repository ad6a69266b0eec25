import type { Experiment, HostDataInput } from '@kassa/contract';
import { bonusListOf, resolveBonusId } from './bonus-offers.ts';
import type { OfferedBonus } from './demo-api.ts';
import { groupNames, type PlaygroundSettings } from './playground-settings.ts';
import { readThemeTokens } from './theme-token-text.ts';

/** Whether the host is an app, shown in a phone's frame. */
export function isApp({ platform }: Pick<PlaygroundSettings, 'platform'>): boolean {
  return platform === 'android' || platform === 'ios';
}

/** Whether the frame follows its content's height; a web view fills its place. */
export function hasAutoHeight(
  settings: Pick<PlaygroundSettings, 'autoHeight' | 'platform'>,
): boolean {
  return settings.autoHeight && !isApp(settings);
}

/**
 * Returns the host data besides the token: the player's data, and the settings that differ from the
 * cashier's defaults. `offered`: the player's bonuses from this site's backend.
 */
export function hostDataOf(
  settings: PlaygroundSettings,
  offered: readonly OfferedBonus[] = [],
): HostDataInput {
  const { theme, platform, view, platformVersion, badge } = settings;
  const themeTokens = readThemeTokens(settings.tokens);
  const bonusList = bonusListOf(settings, offered);
  const experiments = experimentsOf(settings);
  const meta = metaOf(settings);
  return {
    userId: settings.player,
    currency: settings.currency,
    paymentGeo: settings.country.toUpperCase(),
    locale: settings.locale,
    transport: settings.transport,
    closingButton: settings.closing,
    ...(hasAutoHeight(settings) && { autoHeight: true }),
    ...given('host', settings.host),
    ...(theme !== 'auto' && { theme }),
    ...(themeTokens.kind === 'tokens' &&
      hasAny(themeTokens.tokens) && { themeTokens: themeTokens.tokens }),
    ...(platform !== 'auto' && { platform }),
    ...(view !== 'main' && { widgetViewType: view }),
    ...(platformVersion !== 'redesign' && { platformVersion }),
    ...(settings.pwa && { pwa: true }),
    ...((settings.app || isApp(settings)) && { isMobileApp: true }),
    ...(bonusList.length > 0 && { bonusList }),
    ...given('bonusId', resolveBonusId(settings, offered)),
    ...(experiments.length > 0 && { experiments }),
    ...given('xOrigin', settings.xOrigin),
    ...given('backLabel', settings.backLabel),
    ...given('partnerKey', settings.partnerKey),
    ...(hasAny(meta) && { schema: { meta } }),
    ...(badge !== '' && { assets: { badge } }),
  };
}

function experimentsOf(settings: PlaygroundSettings): Experiment[] {
  return groupNames.flatMap((name) => {
    const group = settings[name];
    return group === 'default' ? [] : [{ key: name.slice('group.'.length), group }];
  });
}

function metaOf({ geetest, isCryptoBonusAvailable, showCryptoInstruction }: PlaygroundSettings) {
  return {
    ...given('geetestCaptchaId', geetest),
    ...(isCryptoBonusAvailable && { isCryptoBonusAvailable }),
    ...(showCryptoInstruction && { showCryptoInstruction }),
  };
}

/** Omits an empty text. */
function given(name: string, text: string): Record<string, string> {
  return text === '' ? {} : { [name]: text };
}

function hasAny(record: object): boolean {
  return Object.keys(record).length > 0;
}
