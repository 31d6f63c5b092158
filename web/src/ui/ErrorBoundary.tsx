import { Component, type ReactNode } from "react";
import { CrashScreen } from "./CrashScreen.tsx";

type Props = { readonly home: string; readonly children: ReactNode };
type State = { readonly error: unknown };

/** Catches render errors of a screen. Pass the path as `key`, so that navigation resets it. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: undefined };
  static getDerivedStateFromError(error: unknown): State {
    return { error: error ?? new Error("unknown") };
  }
  override render() {
    if (this.state.error === undefined) return this.props.children;
    return <CrashScreen error={this.state.error} home={this.props.home} />;
  }
}
