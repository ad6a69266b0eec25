import { QueryClientProvider } from '@tanstack/react-query';
import { type AnyRouter, RouterProvider } from '@tanstack/react-router';
import { TextProvider } from '../i18n/text-provider.tsx';
import { SessionContext } from '../session/session.ts';
import type { StartedSession } from './start-session.ts';

/** The running widget: its session, texts and server data around the router. */
export function App({
  session,
  messages,
  queryClient,
  router,
}: StartedSession & { router: AnyRouter }) {
  const handleMissing = (message: string) =>
    session.bridge.send({ messageType: 'onLocaleError', payload: { message } });
  return (
    <SessionContext value={session}>
      <QueryClientProvider client={queryClient}>
        <TextProvider locale={session.locale} messages={messages} onError={handleMissing}>
          <RouterProvider router={router} />
        </TextProvider>
      </QueryClientProvider>
    </SessionContext>
  );
}
