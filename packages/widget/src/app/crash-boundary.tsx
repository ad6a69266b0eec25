import { Component, type ReactNode } from 'react';
import { CrashScreen } from './crash.screen.tsx';

interface CrashState {
  error: unknown;
  hasCrashed: boolean;
}

/** Catches what a screen throws while it renders, so that the header and a way back remain. */
export class CrashBoundary extends Component<{ children: ReactNode }, CrashState> {
  override state: CrashState = { error: undefined, hasCrashed: false };

  static getDerivedStateFromError(error: unknown): CrashState {
    return { error, hasCrashed: true };
  }

  override render(): ReactNode {
    if (!this.state.hasCrashed) return this.props.children;
    const handleReset = () => this.setState({ error: undefined, hasCrashed: false });
    return <CrashScreen error={this.state.error} onReset={handleReset} />;
  }
}
