import { useEffect, useEffectEvent, useMemo } from 'react';
import { Reference } from '../features/copy/reference.tsx';
import { referenceOf } from '../features/copy/reference-of.ts';
import { describeFailure, type Failure } from '../features/failure/failure.ts';
import { type Text, useText } from '../i18n/text.ts';
import { readErrorReport } from '../routing/error-report.ts';
import { usePlace, useRouter } from '../routing/use-router.ts';
import { takeTold } from '../routing/watch-preload-errors.ts';
import { useSession } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { Screen } from '../ui/screen.tsx';
import { StatusPanel, StatusText } from '../ui/status-panel.tsx';

/** The length of a stack that is enough to find the error's origin. */
const longestStack = 2000;

/** The screen for a screen that could not be loaded (§2 "/error"). It reports the reason. */
export function ErrorScreen() {
  const text = useText();
  const { bridge } = useSession();
  const router = useRouter();
  const place = usePlace();
  const report = readErrorReport(place?.data);
  const { message, stack } = report;
  // An entry without a report is an error of its own.
  const own = useMemo(() => referenceOf(message), [message]);
  const { reference = own } = report;

  useEffect(() => {
    if (!takeTold(message)) {
      bridge.send({ messageType: 'Metric', payload: { name: 'error', value: message } });
    }
    bridge.send({ messageType: 'Metric', payload: { name: 'error.reference', value: reference } });
    if (stack === undefined || stack === '') return;
    const value = stack.slice(0, longestStack);
    bridge.send({ messageType: 'Metric', payload: { name: 'error.stack', value } });
  }, [bridge, message, stack, reference]);

  // Requests the failed screen again, or goes back where it isn't known. Where no call failed, its
  // code may be missing, which only a new page fetches.
  const handleRefresh = () => {
    const target = {
      to: router.resolveName(report.wanted?.name ?? place?.search.backRoute),
      ...(report.wanted && { search: report.wanted.search }),
    };
    if (report.failure === undefined) router.reload(target);
    else router.navigate({ ...target, replace: true });
  };
  // A screen that failed for a missing token is requested again with the next token.
  const isSignedOut = report.failure?.code.startsWith('auth.') === true;
  const handleToken = useEffectEvent(handleRefresh);
  useEffect(() => {
    if (!isSignedOut) return;
    return bridge.onMessage(({ messageType }) => {
      if (messageType === 'token-updated') handleToken();
    });
  }, [bridge, isSignedOut]);
  return (
    <Screen
      layout="centered"
      footer={<Button onClick={handleRefresh}>{text('error.refresh')}</Button>}
    >
      <div role="alert">
        <StatusPanel tone="danger" title={text('error.title')}>
          <StatusText>{reasonOf(report.failure, text)}</StatusText>
          <Reference reference={reference} />
        </StatusPanel>
      </div>
    </Screen>
  );
}

/**
 * Returns the text for a failure of the server or the network; otherwise the section's own (§2).
 */
function reasonOf(failure: Failure | undefined, text: Text): string {
  if (failure === undefined) return text('error.refreshHint');
  return describeFailure(failure, text, 'error.refreshHint');
}
