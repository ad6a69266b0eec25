import { createContext, use } from 'react';

/** Has {@link useLocale}. */
export const LocaleContext = createContext('en');

/** Provides the tag of the player's formats. */
export const useLocale = (): string => use(LocaleContext);
