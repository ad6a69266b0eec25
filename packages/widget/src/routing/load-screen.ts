import type { ComponentType } from 'react';
import type { Loaded } from './route.ts';
import { retryImport } from './wait-for-page-data.ts';

/** A route's `load` for a screen that has all it needs once its code is there. */
export function loadScreen(importScreen: () => Promise<ComponentType>): () => Promise<Loaded> {
  return async () => ({ screen: await retryImport(importScreen) });
}
