import { brand } from "../brand.ts";
import { Button, LinkButton } from "./Button.tsx";
import { ErrorPanel } from "./ErrorPanel.tsx";
import { PageHeader } from "./PageHeader.tsx";

/** How browsers and Vite's style loader report that code failed to load. */
const loadErrorPattern = /dynamically imported module|module script|unable to preload/i;

/**
 * Shown when a screen crashed or its code failed to load: what happened and what to do next; details are in the
 * console.
 */
export function CrashScreen({ error, home }: { readonly error: unknown; readonly home: string }) {
  const isLoadError = error instanceof Error && loadErrorPattern.test(error.message);
  return (
    <>
      <PageHeader title={isLoadError ? "This page couldn't load" : "Something went wrong on this page"} />
      <ErrorPanel
        title={isLoadError ? "We couldn't load this page." : "A part of this page stopped working."}
        money="You haven't been charged. Payments you already made are safe."
        next={
          isLoadError
            ? "Check your connection and reload the page."
            : `Reload the page. If it happens again, write to ${brand.contactEmail}.`
        }
        actions={
          <>
            <Button size="small" onClick={() => location.reload()}>
              Load again
            </Button>
            <LinkButton size="small" kind="quiet" href={home}>
              Go to the start
            </LinkButton>
          </>
        }
      />
    </>
  );
}
