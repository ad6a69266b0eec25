import type { ComponentType } from 'react';
import type { Loaded } from './route.ts';
import { retryImport } from './wait-for-page-data.ts';

/** Returns a route's `load` for a screen that needs only its code. */
export function loadScreen(importScreen: () => Promise<ComponentType>): () => Promise<Loaded> {
  return async () => ({ screen: await retryImport(importScreen) });
}
