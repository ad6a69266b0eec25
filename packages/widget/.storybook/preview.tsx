import type { Decorator, Preview } from '@storybook/react-vite';
import { applyTheme } from '../src/app/theme.ts';
import { localeAddresses } from '../src/i18n/load-messages.ts';
import { applyLocale, resolvePlayerLocale } from '../src/i18n/player-locale.ts';
import { TextProvider } from '../src/i18n/text-provider.tsx';
import { messagesOf, StageLocaleContext } from '../src/testing/stage.tsx';
import '../src/ui/tokens.css';
import '../src/ui/base.css';

/** Puts a story into the theme and the language of the toolbar. */
const withToolbar: Decorator = (Story, { globals }) => {
  const requested = String(globals.locale);
  const locale = resolvePlayerLocale(requested);
  applyTheme(document.documentElement, globals.theme === 'dark' ? 'dark' : 'light');
  applyLocale(document.documentElement, locale);
  return (
    <StageLocaleContext value={requested} key={requested}>
      <TextProvider locale={locale} messages={messagesOf(locale.tag)} onError={console.error}>
        <Story />
      </TextProvider>
    </StageLocaleContext>
  );
};

const preview: Preview = {
  decorators: [withToolbar],
  parameters: { layout: 'fullscreen' },
  initialGlobals: { theme: 'light', locale: 'en' },
  globalTypes: {
    theme: {
      description: 'Theme',
      toolbar: { icon: 'mirror', items: ['light', 'dark'], dynamicTitle: true },
    },
    locale: {
      description: 'Language',
      toolbar: { icon: 'globe', items: Object.keys(localeAddresses), dynamicTitle: true },
    },
  },
};

export default preview;
