/*
 * Features of Chromium that tests and benchmarks switch off. A switch that is repeated replaces the
 * first one, so those that Playwright switches off stand here as well, as far as pages notice them.
 */
const disabledFeatures = [
  // Playwright's.
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  // A frame of 127.0.0.1 in a page of localhost would have no storage. Players' frames are public, and have it.
  'LocalNetworkAccessChecks',
];

/**
 * Returns the switch that starts Chromium without these features.
 * @param {...string} further - features that the caller switches off, too
 */
export function disableFeatures(...further) {
  return `--disable-features=${[...disabledFeatures, ...further].join(',')}`;
}
