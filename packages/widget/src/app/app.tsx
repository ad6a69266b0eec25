import { QueryClientProvider } from '@tanstack/react-query';
import { TextProvider } from '../i18n/text-provider.tsx';
import type { Router } from '../routing/router.ts';
import { RouterContext } from '../routing/use-router.ts';
import { SessionContext } from '../session/session.ts';
import { Shell } from './shell.tsx';
import type { StartedSession } from './start-session.ts';

/** The running widget: its session, texts and server data around the router. */
export function App({
  session,
  messages,
  queryClient,
  router,
}: StartedSession & { router: Router }) {
  const handleMissing = (message: string) =>
    session.bridge.send({ messageType: 'onLocaleError', payload: { message } });
  return (
    <SessionContext value={session}>
      <QueryClientProvider client={queryClient}>
        <TextProvider locale={session.locale} messages={messages} onError={handleMissing}>
          <RouterContext value={router}>
            <Shell />
          </RouterContext>
        </TextProvider>
      </QueryClientProvider>
    </SessionContext>
  );
}
